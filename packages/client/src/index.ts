export { type ClientOptions, createClient } from './client.ts'
export type * from './client-type.ts'
export type { Environment } from './connection.ts'
export type * from './contract.ts'
export type { Call, CallOptions, Item, Lister, Method, Output } from './methods.ts'
export { SluiceConnectionError, SluiceProblem } from './problem.ts'
export {
  createWriter,
  type Rejection,
  type ThingFrame,
  type Writer,
  type WriterOptions,
} from './writer.ts'
