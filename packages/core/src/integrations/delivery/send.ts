/** One request to a receiver. */
export interface OutgoingRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a receiver answered, cut to a bounded length. */
export interface ReceiverAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Sends a request, follows no redirect and ends in bounded time. Rejects with an error whose message is for the
 * integration's owner: it tells nothing of the service's own network.
 */
export type Send = (request: OutgoingRequest) => Promise<ReceiverAnswer>
