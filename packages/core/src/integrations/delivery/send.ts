/** One request to a receiver. */
export interface OutgoingRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A receiver's answer, truncated. */
export interface ReceiverAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Sends a request, without following redirects, in bounded time. Rejects with an error whose message is for the
 * integration's owner: it reveals nothing about the service's own network.
 */
export type Send = (request: OutgoingRequest) => Promise<ReceiverAnswer>
