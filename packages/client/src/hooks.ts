import type { OperationName } from './contract.ts'

/** A request before or after it is sent. */
export interface SentRequest {
  readonly operation: OperationName
  readonly method: string
  readonly url: string
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Add headers in `onRequest`. The API key is not among them: it is added afterwards. */
  readonly headers: Headers
}

/** Called for every attempt. If a hook throws, the call is rejected and not repeated. */
export interface Hooks {
  /** Called before a request is sent. */
  readonly onRequest?: ((request: SentRequest) => void | Promise<void>) | undefined
  /** Called with the headers of a response, whatever its status. Do not read its body, or read a clone. */
  readonly onResponse?:
    | ((response: Response, request: SentRequest) => void | Promise<void>)
    | undefined
}
