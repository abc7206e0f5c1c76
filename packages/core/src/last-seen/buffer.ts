import type { BudgetTier } from '@sluice/contract'
import { coalesce, type Lot, LotsInTurn } from '@sluice/runtime'
import type { Database } from '../database/client.ts'
import { Prisma } from '../database/generated/client.ts'

/** Things of one statement. */
const LOT = 1000
/** Things that are written before keys and limits are written again. */
const MOST = 20 * LOT

/** A thing that sent data. */
export interface SeenThing {
  readonly organizationId: string
  readonly thingId: string
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
   * Writes the buffer, but for things that are locked. One write runs at a time: a call during another waits for it and then writes
   * what came since. Rejects when a write fails; the next one retries it.
   */
  write(): Promise<void>
  /** Writes all of it, and waits until things that were seen have been told of. */
  flush(): Promise<void>
}

interface KeyUse {
  readonly at: Date
  readonly address: string
}

/**
 * Opens the last-seen buffer: in memory, the latest time of a row wins. A crash loses what came since the last flush. Organizations
 * take turns, and things that somebody changes are written the next time: neither one with many things nor one whose transactions are
 * long keeps others waiting. Rows are locked in the order of their ids, as batches of changes lock them, so that no two writers
 * deadlock.
 */
export function openLastSeenBuffer(db: Database, listeners: LastSeenListeners): LastSeenBuffer {
  let keys = new Map<string, KeyUse>()
  const things = new LotsInTurn<Date>()
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

  /** What waits as it begins, or a part of it; what comes meanwhile takes its turn among that. */
  async function flushThings(waits: boolean) {
    for (let left = Math.min(things.size, MOST); left > 0; ) {
      const lot = things.take(LOT)
      left -= lot.items.length
      await flushLot(lot, waits)
    }
  }

  async function flushLot(lot: Lot<Date>, waits: boolean) {
    const { organizationId, items } = lot
    try {
      const locked = new Set(await writeThings(db, lot, waits))
      things.putBack({ organizationId, items: items.filter(([id]) => locked.has(id)) })
      const written = items.filter(([id]) => !locked.has(id))
      listeners.seen(written.map(([thingId]) => ({ organizationId, thingId })))
    } catch (error) {
      things.putBack(lot)
      throw error
    }
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

  async function flushPart(waits: boolean) {
    const ends = await Promise.allSettled([flushKeys(), flushThings(waits), flushLimits()])
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }

  const write = coalesce(async () => {
    for (let left = things.size; ; left -= MOST) {
      await flushPart(false)
      if (left <= MOST) return
    }
  })
  return {
    keyUsed(keyId, at, address) {
      keys.set(keyId, { at, address })
    },
    thingSeen: (organizationId, thingId, at) => things.add(organizationId, thingId, at),
    limitExhausted(limit) {
      const key = `${limit.organizationId}/${limit.tier}`
      if (!limits.has(key)) limits.set(key, limit)
    },
    write,
    async flush() {
      await write()
      while (things.size > 0) await flushPart(true)
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

/** Writes when things were last seen. Answers those that a transaction has locked, unless it `waits` for them. */
async function writeThings(
  db: Database,
  { organizationId, items }: Lot<Date>,
  waits: boolean,
): Promise<string[]> {
  const ids = items.map(([id]) => id)
  const times = items.map(([, at]) => at)
  const locked = await db.$queryRaw<{ id: string }[]>`
    WITH older AS (
      SELECT things.id, seen.at
      FROM things JOIN unnest(${ids}::text[], ${times}::timestamptz[]) AS seen (id, at) USING (id)
      WHERE "organizationId" = ${organizationId} AND ("lastSeenAt" IS NULL OR "lastSeenAt" < seen.at)
    ), free AS (
      SELECT id, older.at FROM things JOIN older USING (id) WHERE "organizationId" = ${organizationId}
      ORDER BY id FOR NO KEY UPDATE OF things ${waits ? Prisma.empty : Prisma.sql`SKIP LOCKED`}
    ), written AS (
      UPDATE things SET "lastSeenAt" = greatest("lastSeenAt", free.at) FROM free
      WHERE "organizationId" = ${organizationId} AND things.id = free.id
    )
    SELECT id FROM older WHERE id NOT IN (SELECT id FROM free)`
  return locked.map(({ id }) => id)
}
