import type { BudgetTier } from '@sluice/contract'
import type { Database } from './database/client.ts'

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

/** Told of what was gathered, after it was written. */
export interface Told {
  seen(things: readonly SeenThing[]): Promise<void>
  exhausted(limits: readonly ExhaustedLimit[]): Promise<void>
}

/** Remembers when keys were last used and things last seen, without a row write per request. */
export interface Touches {
  keyUsed(keyId: string, at: Date, address: string): void
  thingSeen(organizationId: string, thingId: string, at: Date): void
  limitExhausted(limit: ExhaustedLimit): void
  /** Writes what was gathered. Shells call it every few seconds and before they stop. */
  flush(): Promise<void>
}

/** Gathers in memory; the latest touch of a row wins. What a crash loses is at most one interval's times. */
export function gatherTouches(db: Database, told: Told): Touches {
  let keys = new Map<string, { at: Date; address: string }>()
  let things = new Map<string, SeenThing>()
  let limits = new Map<string, ExhaustedLimit>()

  async function flushKeys() {
    const used = keys
    keys = new Map()
    if (used.size === 0) return
    const ids = [...used.keys()]
    const rows = [...used.values()]
    await db.$executeRaw`
      UPDATE keys SET "lastUsedAt" = used.at, "lastUsedIp" = used.address
      FROM unnest(${ids}::text[], ${rows.map((row) => row.at)}::timestamptz[],
                  ${rows.map((row) => row.address)}::text[]) AS used (id, at, address)
      WHERE keys.id = used.id AND (keys."lastUsedAt" IS NULL OR keys."lastUsedAt" < used.at)`
  }

  async function flushThings() {
    const seen = [...things.values()]
    things = new Map()
    if (seen.length === 0) return
    // Locked in the order of their ids, as batches of changes do: so the two never wait for each other.
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
    await told.seen(seen)
  }

  async function flushLimits() {
    const exhausted = [...limits.values()]
    limits = new Map()
    if (exhausted.length > 0) await told.exhausted(exhausted)
  }

  return {
    keyUsed(keyId, at, address) {
      keys.set(keyId, { at, address })
    },
    thingSeen(organizationId, thingId, at) {
      things.set(`${organizationId}/${thingId}`, { organizationId, thingId, at })
    },
    limitExhausted(limit) {
      const key = `${limit.organizationId}/${limit.tier}`
      if (!limits.has(key)) limits.set(key, limit)
    },
    async flush() {
      await Promise.all([flushKeys(), flushThings(), flushLimits()])
    },
  }
}
