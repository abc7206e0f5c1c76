import type { Call } from '@sluice/contract'

export const requestsQuery = { query: { limit: 100 } } satisfies Call<'limitRequests.list'>

/** A decision, and what it grants, is shown without a reload, soon enough for somebody who waits for it. */
export const DECIDED_MS = 10_000
