import type { EmbeddedStoreErrorCode } from '../error.ts'

/** The parent's only message. It carries the password, which is therefore in no argv or environment. */
export type StartMessage = { type: 'start'; options: unknown }

/** A store process's message to its parent. `pid` is that of the server, which may be a child of the keeper. */
export type StoreMessage =
  | { type: 'ready'; port: number; pid: number }
  | { type: 'failed'; code: EmbeddedStoreErrorCode; message: string }
