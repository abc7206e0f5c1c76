import type { Call } from '@sluice/contract'

export const requestsQuery = { query: { limit: 100 } } satisfies Call<'limitRequests.list'>

/** Polling interval, short enough for somebody who waits for a decision. */
export const DECIDED_MS = 10_000
