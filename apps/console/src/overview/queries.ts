import type { Call } from '@sluice/contract'
import { storageQuery } from '#limits/storage/storage.ts'

/** How many recently seen things are shown. */
const SEEN = 5

const count = { limit: 1, fields: 'id', count: 'true' } as const

/** The queries of the overview. */
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
  expiring: { query: { health: 'expiring', ...count } } satisfies Call<'keys.list'>,
  leaked: {
    query: { health: 'leaked', status: 'Active', ...count },
  } satisfies Call<'keys.list'>,
  refused: { query: { health: 'refused', ...count } } satisfies Call<'keys.list'>,
  integrations: { query: { failing: 'true', ...count } } satisfies Call<'integrations.list'>,
  freshness: { query: {} } satisfies Call<'things.count'>,
  calls: { query: { from: '-24h', to: 'now' } } satisfies Call<'calls.count'>,
  samples: { query: { days: 1, fields: 'samples,hours' } } satisfies Call<'organization.usage'>,
  storage: storageQuery,
  sites: { query: { limit: 1, fields: 'id', count: 'true' } } satisfies Call<'sites.list'>,
}
