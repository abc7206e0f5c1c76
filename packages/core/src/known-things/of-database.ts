import type { ChangeFeed } from '../changes/index.ts'
import type { Database } from '../database/client.ts'
import { cacheThings, type KnownThings } from './cache.ts'
import { loadThings, loadType } from './load.ts'
import { loadDefaults, loadMapping } from './mappings.ts'

/** The cache of things over a database, valid while the feed is current. */
export function knownThingsOf(
  db: Database,
  feed: Pick<ChangeFeed, 'isCurrent' | 'subscribe'>,
): KnownThings {
  return cacheThings({
    loadThings: (organizationId, ids) => loadThings(db, organizationId, ids),
    loadType: (organizationId, id) => loadType(db, organizationId, id),
    loadMapping: (organizationId, id) => loadMapping(db, organizationId, id),
    loadDefaults: (organizationId) => loadDefaults(db, organizationId),
    feed,
  })
}
