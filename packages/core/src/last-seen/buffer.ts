import type { BudgetTier } from '@sluice/contract'
import { coalesce } from '@sluice/runtime'
import type { Database } from '../database/client.ts'

/** A thing that sent data. */
export interface SeenThing {
  readonly organizationId: string
  readonly thingId: string
  readonly at: Date
}

/** A limit that was used up when a key made a request. */
export interface ExhaustedLimit {
  readonly organizationId: string
  readonly tier: BudgetTier
  readonly keyId: string
  readonly at: Date
}

/** Subscribers of the buffer. */
export interface LastSeenListeners {
  /** Things that were written. */
  seen(things: readonly SeenThing[]): void
  /** Resolves once nothing that was seen waits to be told of. */
  told(): Promise<void>
  exhausted(limits: readonly ExhaustedLimit[]): Promise<void>
}

/** Buffers when keys were last used and things last seen, so that requests write no rows. */
export interface LastSeenBuffer {
  keyUsed(keyId: string, at: Date, address: string): void
  thingSeen(organizationId: string, thingId: string, at: Date): void
  limitExhausted(limit: ExhaustedLimit): void
  /**
   * Writes the buffer. One write runs at a time: a call during another waits for it and then writes what came
   * since. Rejects when a write fails; the next one retries it.
   */
  write(): Promise<void>
  /** The same, and waits until things that were seen have been told of: an organization with many must not hold up the writes. */
  flush(): Promise<void>
}

interface KeyUse {
  readonly at: Date
  readonly address: string
}

/**
 * Opens the last-seen buffer: in memory, the latest time of a row wins. A crash loses what came since the last flush. Rows
 * are locked in the order of their ids, as batches of changes lock them, so that no two writers deadlock.
 */
export function openLastSeenBuffer(db: Database, listeners: LastSeenListeners): LastSeenBuffer {
  let keys = new Map<string, KeyUse>()
  let things = new Map<string, Map<string, Date>>()
  let limits = new Map<string, ExhaustedLimit>()

  async function flushKeys() {
    const used = keys
    keys = new Map()
    try {
      await writeKeys(db, used)
    } catch (error) {
      keys = new Map([...used, ...keys])
      throw error
    }
  }

  async function flushThings() {
    const seen = takeThings()
    try {
      await writeThings(db, seen)
    } catch (error) {
      for (const thing of [...seen, ...takeThings()]) noteThing(thing)
      throw error
    }
    if (seen.length > 0) listeners.seen(seen)
  }

  function takeThings(): SeenThing[] {
    const seen = [...things].flatMap(([organizationId, ids]) =>
      Array.from(ids, ([thingId, at]) => ({ organizationId, thingId, at })),
    )
    things = new Map()
    return seen
  }

  function noteThing({ organizationId, thingId, at }: SeenThing): void {
    const ids = things.get(organizationId)
    if (ids) ids.set(thingId, at)
    else things.set(organizationId, new Map([[thingId, at]]))
  }

  async function flushLimits() {
    const exhausted = limits
    limits = new Map()
    try {
      if (exhausted.size > 0) await listeners.exhausted([...exhausted.values()])
    } catch (error) {
      limits = new Map([...limits, ...exhausted])
      throw error
    }
  }

  async function flushAll() {
    const ends = await Promise.allSettled([flushKeys(), flushThings(), flushLimits()])
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }

  const write = coalesce(flushAll)
  return {
    keyUsed(keyId, at, address) {
      keys.set(keyId, { at, address })
    },
    thingSeen: (organizationId, thingId, at) => noteThing({ organizationId, thingId, at }),
    limitExhausted(limit) {
      const key = `${limit.organizationId}/${limit.tier}`
      if (!limits.has(key)) limits.set(key, limit)
    },
    write,
    async flush() {
      await write()
      await listeners.told()
    },
  }
}

async function writeKeys(db: Database, used: ReadonlyMap<string, KeyUse>): Promise<void> {
  if (used.size === 0) return
  const ids = [...used.keys()]
  const rows = [...used.values()]
  await db.$executeRaw`
    WITH used AS (
      SELECT * FROM unnest(${ids}::text[], ${rows.map((row) => row.at)}::timestamptz[],
                           ${rows.map((row) => row.address)}::text[]) AS used (id, at, address)
    ), locked AS (
      SELECT id FROM keys JOIN used USING (id) ORDER BY id FOR NO KEY UPDATE OF keys
    )
    UPDATE keys SET "lastUsedAt" = used.at, "lastUsedIp" = used.address
    FROM used JOIN locked USING (id)
    WHERE keys.id = used.id AND (keys."lastUsedAt" IS NULL OR keys."lastUsedAt" < used.at)`
}

async function writeThings(db: Database, seen: readonly SeenThing[]): Promise<void> {
  if (seen.length === 0) return
  await db.$executeRaw`
    WITH seen AS (
      SELECT * FROM unnest(${seen.map((row) => row.organizationId)}::text[],
                           ${seen.map((row) => row.thingId)}::text[],
                           ${seen.map((row) => row.at)}::timestamptz[])
        AS seen ("organizationId", id, at)
    ), locked AS (
      SELECT "organizationId", id FROM things JOIN seen USING ("organizationId", id)
      ORDER BY "organizationId", id FOR NO KEY UPDATE OF things
    )
    UPDATE things SET "lastSeenAt" = seen.at FROM seen JOIN locked USING ("organizationId", id)
    WHERE things."organizationId" = seen."organizationId" AND things.id = seen.id
      AND (things."lastSeenAt" IS NULL OR things."lastSeenAt" < seen.at)`
}
