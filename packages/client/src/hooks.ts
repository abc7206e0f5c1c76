import type { OperationName } from './contract.ts'

/** A request that is about to be sent, or was. */
export interface SentRequest {
  readonly operation: OperationName
  readonly method: string
  readonly url: string
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Add headers in `onRequest`. The API key is not among them: it is added afterwards. */
  readonly headers: Headers
}

/** Told of every attempt. What they throw rejects the call; it is not repeated. */
export interface Hooks {
  /** Before a request is sent. */
  readonly onRequest?: ((request: SentRequest) => void | Promise<void>) | undefined
  /** When the headers of a response are there, whatever its status. Leave its body alone, or read a clone. */
  readonly onResponse?:
    | ((response: Response, request: SentRequest) => void | Promise<void>)
    | undefined
}
