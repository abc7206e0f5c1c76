import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from '../../database/client.ts'
import type { ChangeFeed } from '../feed.ts'

/** By feed, the resolvers of probes in flight. */
const probes = new WeakMap<ChangeFeed, Map<string, () => void>>()

function probesOf(feed: ChangeFeed): Map<string, () => void> {
  const known = probes.get(feed)
  if (known) return known
  const waiting = new Map<string, () => void>()
  feed.subscribe({
    changed: (_, id) => waiting.get(id ?? '')?.(),
    missed: () => {
      for (const resolve of waiting.values()) resolve()
    },
  })
  probes.set(feed, waiting)
  return waiting
}

/**
 * Waits until nodes have received notifications of all changes committed before the call, which come in commit order. A
 * node that loses its connection empties its caches, which is enough, too.
 */
export async function notified(db: Database, feeds: readonly ChangeFeed[]): Promise<void> {
  await listening(feeds)
  const probe = randomUUID()
  const arrivals = feeds.map(async (feed) => {
    const waiting = probesOf(feed)
    await new Promise<void>((resolve) => waiting.set(probe, resolve))
    waiting.delete(probe)
  })
  await db.$executeRaw`SELECT pg_notify('sluice_changes', ${`probe/${probe}`})`
  await Promise.all(arrivals)
}

/** Waits until nodes listen for changes. If that hangs, the time limit of the test or hook ends it. */
export async function listening(feeds: readonly ChangeFeed[]): Promise<void> {
  while (!feeds.every((feed) => feed.isCurrent())) await turn()
}
