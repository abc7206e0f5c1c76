import type { Call } from '@sluice/contract'

export const requestsQuery = { query: {} } satisfies Call<'limitRequests.list'>
