import type { EmbeddedStoreErrorCode } from '../error.ts'

/** First and only message of the parent. It carries the password, which thus is in no argv or environment. */
export type StartMessage = { type: 'start'; options: unknown }

/** What a store process tells its parent. `pid` is the server's own, which may be a child of the keeper. */
export type StoreMessage =
  | { type: 'ready'; port: number; pid: number }
  | { type: 'failed'; code: EmbeddedStoreErrorCode; message: string }
