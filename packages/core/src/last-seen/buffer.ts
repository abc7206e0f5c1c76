import type { BudgetTier } from '@sluice/contract'
import { type Batch, BatchesInTurn, coalesce, workFor } from '@sluice/runtime'
import type { Database } from '../database/client.ts'
import {
  type KeyUse,
  nameOf,
  type Outcome,
  type Sighting,
  type Waiting,
  writeKeys,
  writeThings,
} from './write-rows.ts'

/** Rows of one statement, and the most of these that an organization gets in its turn. */
const [BATCH, BATCH_PER_ORGANIZATION] = [1000, 200]
/** Things that are written before keys and limits get their next turn. */
const MAX_AT_ONCE = 20 * BATCH

/** A thing that sent data. */
export interface SeenThing {
  readonly organizationId: string
  readonly thingId: string
  /** Whether it was last reported as offline, or never reported. */
  readonly isOffline: boolean
}

/** A limit that a key's request exhausted. */
export interface ExhaustedLimit {
  readonly organizationId: string
  readonly tier: BudgetTier
  readonly keyId: string
  readonly at: Date
}

/** Listeners of the buffer. */
export interface LastSeenListeners {
  /** Called with the things that were written, and those whose samples were erased. */
  seen(things: readonly SeenThing[]): void
  /** Resolves once all sightings have been reported, or soon after the signal. */
  told(end?: AbortSignal): Promise<void>
  /** Resolves once all have been reported. They are of one organization, and this is its work. */
  exhausted(limits: readonly ExhaustedLimit[]): Promise<void>
}

/** Buffers the last use of keys and the last sighting of things, so that requests write no rows. */
export interface LastSeenBuffer {
  keyUsed(organizationId: string, keyId: string, at: Date, address: string): void
  thingSeen(organizationId: string, thingId: string, sighting: Sighting): void
  /** Reports a thing without having seen it: its latest values may be others now. */
  samplesErased(organizationId: string, thingId: string): void
  limitExhausted(limit: ExhaustedLimit): void
  /**
   * Writes the buffer, except rows that are locked. One write runs at a time: a call during another waits for it and
   * then writes what came since. Does not wait for reports of exhausted limits. Rejects if a write fails, or a report of
   * a call before; the next one retries.
   */
  write(): Promise<void>
  /** Writes everything, and waits until limits and sightings have been reported, or for the signal. */
  flush(end?: AbortSignal): Promise<void>
}

/**
 * Opens the last-seen buffer. The latest time of a row wins. A crash loses what came since the last flush.
 * Organizations take turns, and locked rows are left for the next write, so neither an organization with many things
 * nor one with long transactions delays others. Rows are locked in the order of their ids, as by batched changes, so
 * writers cannot deadlock.
 */
export function openLastSeenBuffer(db: Database, listeners: LastSeenListeners): LastSeenBuffer {
  const keys = new BatchesInTurn<KeyUse>()
  const things = new BatchesInTurn<Sighting>()
  let limits = new Map<string, ExhaustedLimit>()

  const flushKeys = (waits: boolean) => flushRows(keys, (used) => writeKeys(db, used, waits))

  const flushThings = (waits: boolean) =>
    flushRows(things, async (seen) => {
      const outcome = await writeThings(db, seen, waits)
      const written = seen.filter((thing) => !outcome.locked.has(nameOf(thing)))
      listeners.seen(
        written.map((thing) => ({
          ...{ organizationId: thing.organizationId, thingId: thing.id },
          isOffline: outcome.offline.has(nameOf(thing)),
        })),
      )
      return outcome
    })

  /** Organizations with a report in progress, and all such reports. */
  const [reporting, reports] = [new Set<string>(), new Set<Promise<void>>()]
  /** Why the last report of an organization failed. */
  const faults = new Map<string, unknown>()

  /** Starts a report of each organization that has none in progress. */
  function reportLimits() {
    const due = [...limits].filter(([, { organizationId }]) => !reporting.has(organizationId))
    const byOrganization = Map.groupBy(due, ([, { organizationId }]) => organizationId)
    for (const [organizationId, own] of byOrganization) {
      for (const [key] of own) limits.delete(key)
      const run = report(organizationId, new Map(own)).finally(() => reports.delete(run))
      reports.add(run)
    }
  }

  /** Keeps what could not be reported for the next time, and the fault for the next write. Never throws. */
  async function report(organizationId: string, exhausted: ReadonlyMap<string, ExhaustedLimit>) {
    reporting.add(organizationId)
    try {
      await workFor(organizationId, () => listeners.exhausted([...exhausted.values()]))
      faults.delete(organizationId)
    } catch (error) {
      limits = new Map([...exhausted, ...limits])
      faults.set(organizationId, error)
    } finally {
      reporting.delete(organizationId)
    }
  }

  /** A limit that is used up during a report of its organization is reported after that. */
  async function reportAll() {
    await Promise.all(reports)
    reportLimits()
    await Promise.all(reports)
  }

  function throwFault() {
    for (const fault of faults.values()) throw fault
  }

  async function flushPart(waits: boolean) {
    const ends = await Promise.allSettled([flushKeys(waits), flushThings(waits)])
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }

  const writeRows = coalesce(async () => {
    for (let left = Math.max(keys.size, things.size); ; left -= MAX_AT_ONCE) {
      await flushPart(false)
      if (left <= MAX_AT_ONCE) return
    }
  })
  return {
    keyUsed: (organizationId, keyId, at, address) =>
      keys.add(organizationId, keyId, { at, address }),
    thingSeen: (organizationId, thingId, sighting) => things.add(organizationId, thingId, sighting),
    samplesErased: (organizationId, thingId) =>
      listeners.seen([{ organizationId, thingId, isOffline: false }]),
    limitExhausted(limit) {
      const key = `${limit.organizationId}/${limit.tier}`
      if (!limits.has(key)) limits.set(key, limit)
    },
    async write() {
      // Not awaited: an organization that has to wait for Postgres would keep the rows of all others waiting.
      reportLimits()
      await writeRows()
      throwFault()
    },
    async flush(end) {
      await writeRows()
      while (keys.size + things.size > 0) await flushPart(true)
      await Promise.all([Promise.race([reportAll(), ended(end)]), listeners.told(end)])
      throwFault()
    },
  }
}

/** Writes what is buffered when it starts, or a part of it; what arrives meanwhile takes turns with that. */
async function flushRows<Value>(
  rows: BatchesInTurn<Value>,
  write: (waiting: readonly Waiting<Value>[]) => Promise<Outcome>,
): Promise<void> {
  for (let left = Math.min(rows.size, MAX_AT_ONCE); left > 0; ) {
    const batches = takeBatches(rows)
    const waiting = batches.flatMap(waitingOf)
    left -= waiting.length
    try {
      const { locked } = await write(waiting)
      for (const { organizationId, items } of batches) {
        const isLocked = ([id]: (typeof items)[number]) =>
          locked.has(nameOf({ organizationId, id }))
        rows.putBack({ organizationId, items: items.filter(isLocked) })
      }
    } catch (error) {
      for (const batch of batches) rows.putBack(batch)
      throw error
    }
  }
}

/** As many rows as fit into one statement, from organizations in turn. */
function takeBatches<Value>(rows: BatchesInTurn<Value>): Batch<Value>[] {
  const batches: Batch<Value>[] = []
  for (let room = BATCH; room > 0 && rows.size > 0; ) {
    const batch = rows.take(Math.min(room, BATCH_PER_ORGANIZATION))
    batches.push(batch)
    room -= batch.items.length
  }
  return batches
}

function waitingOf<Value>({ organizationId, items }: Batch<Value>): Waiting<Value>[] {
  return items.map(([id, value]) => ({ organizationId, id, value }))
}

/** Resolves with the signal. */
async function ended(signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal?.aborted) resolve()
  signal?.addEventListener('abort', () => resolve())
  await promise
}
