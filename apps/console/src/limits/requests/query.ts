import type { Call } from '@sluice/contract'

export const requestsQuery = { query: { limit: 100 } } satisfies Call<'limitRequests.list'>
