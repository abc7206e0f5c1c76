import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from '../../database/client.ts'
import type { ChangeFeed } from '../feed.ts'

/** By feed, what each probe that is on its way resolves. */
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
 * Waits until nodes listen and have received the notification of every change committed before the call: these come in
 * the order of the commits. A node that loses its connection empties its caches, which serves as well.
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

/** Waits until nodes listen for changes. The limit of the test or hook ends what hangs. */
export async function listening(feeds: readonly ChangeFeed[]): Promise<void> {
  while (!feeds.every((feed) => feed.isCurrent())) await turn()
}
