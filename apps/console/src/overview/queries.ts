import type { Call } from '@sluice/contract'

/** Things that are shown as seen last. */
const SEEN = 5

/** How many keys, things and sites there are, and which things sent last. */
export const overviewQueries = {
  keys: {
    query: { status: 'Active', limit: 1, fields: 'id', count: 'true' },
  } satisfies Call<'keys.list'>,
  things: {
    query: {
      ...{ sort: '-lastSeenAt', limit: SEEN, count: 'true' },
      fields: 'id,name,thingTypeId,lastSeenAt',
    },
  } satisfies Call<'things.list'>,
  sites: { query: { limit: 1, fields: 'id', count: 'true' } } satisfies Call<'sites.list'>,
}
