export { createClient } from './client.ts'
export type * from './client-type.ts'
export type * from './contract.ts'
export type { Environment } from './environment.ts'
export type { Chosen } from './fields.ts'
export type { Hooks, SentRequest } from './hooks.ts'
export type {
  Answered,
  Arguments,
  Arrow,
  Call,
  CallOptions,
  Csv,
  Item,
  Listed,
  Method,
  Output,
  Paged,
  Table,
} from './methods.ts'
export type { ClientOptions } from './options.ts'
export { SluiceAnswerError, SluiceConnectionError, SluiceProblem } from './problem.ts'
export { isReceipt } from './receipts.ts'
export {
  verifyWebhook,
  type WebhookEvent,
  type WebhookOptions,
  WebhookVerificationError,
} from './webhooks.ts'
export {
  createWriter,
  type Rejection,
  type ThingFrame,
  type WaitOptions,
  type Writer,
  type WriterOptions,
  type WriterTotals,
} from './writer.ts'
