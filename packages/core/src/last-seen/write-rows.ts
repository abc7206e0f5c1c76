import type { Database } from '../database/client.ts'
import { Prisma } from '../database/generated/client.ts'

/** What is to be written to a row. */
export interface Waiting<Value> {
  readonly organizationId: string
  readonly id: string
  readonly value: Value
}

export interface KeyUse {
  readonly at: Date
  readonly address: string
}

export interface Outcome {
  /** Rows that a transaction has locked. */
  readonly locked: ReadonlySet<string>
  /** Things that were last told of as offline, or never. */
  readonly offline: ReadonlySet<string>
}

interface Row {
  readonly organizationId: string
  readonly id: string
  readonly locked: boolean
  readonly offline: boolean
}

/** Names a row in an {@link Outcome}. */
export function nameOf({ organizationId, id }: Pick<Row, 'organizationId' | 'id'>): string {
  return `${organizationId}/${id}`
}

/** Writes when keys were last used. Rows that are locked are left out, unless it `waits` for them. */
export async function writeKeys(
  db: Database,
  used: readonly Waiting<KeyUse>[],
  waits: boolean,
): Promise<Outcome> {
  const times = used.map(({ value }) => value.at)
  const addresses = used.map(({ value }) => value.address)
  const rows = await db.$queryRaw<Row[]>`
    WITH older AS (
      SELECT "organizationId", id, used.at, used.address
      FROM keys JOIN unnest(${organizationsOf(used)}::text[], ${idsOf(used)}::text[], ${times}::timestamptz[], ${addresses}::text[])
        AS used ("organizationId", id, at, address) USING ("organizationId", id)
      WHERE "lastUsedAt" IS NULL OR "lastUsedAt" < used.at
    ), free AS (
      SELECT id, older.at, older.address FROM keys JOIN older USING (id)
      ORDER BY id FOR NO KEY UPDATE OF keys ${lockedRows(waits)}
    ), written AS (
      UPDATE keys SET "lastUsedAt" = free.at, "lastUsedIp" = free.address FROM free
      WHERE keys.id = free.id AND ("lastUsedAt" IS NULL OR "lastUsedAt" < free.at)
    )
    SELECT "organizationId", id, true AS locked, false AS offline FROM older WHERE id NOT IN (SELECT id FROM free)`
  return outcomeOf(rows)
}

/** Writes when things were last seen. Rows that are locked are left out, unless it `waits` for them. */
export async function writeThings(
  db: Database,
  seen: readonly Waiting<Date>[],
  waits: boolean,
): Promise<Outcome> {
  const times = seen.map(({ value }) => value)
  const rows = await db.$queryRaw<Row[]>`
    WITH known AS (
      SELECT "organizationId", id, seen.at, online IS DISTINCT FROM true AS offline,
        "lastSeenAt" IS NULL OR "lastSeenAt" < seen.at AS older
      FROM things JOIN unnest(${organizationsOf(seen)}::text[], ${idsOf(seen)}::text[], ${times}::timestamptz[])
        AS seen ("organizationId", id, at) USING ("organizationId", id)
    ), free AS (
      SELECT "organizationId", id, known.at FROM things JOIN known USING ("organizationId", id) WHERE older
      ORDER BY "organizationId", id FOR NO KEY UPDATE OF things ${lockedRows(waits)}
    ), written AS (
      UPDATE things SET "lastSeenAt" = greatest("lastSeenAt", free.at) FROM free
      WHERE things."organizationId" = free."organizationId" AND things.id = free.id
    ), outcome AS (
      SELECT "organizationId", id, offline,
        older AND ("organizationId", id) NOT IN (SELECT "organizationId", id FROM free) AS locked
      FROM known
    )
    SELECT * FROM outcome WHERE locked OR offline`
  return outcomeOf(rows)
}

function organizationsOf(rows: readonly Waiting<unknown>[]): string[] {
  return rows.map(({ organizationId }) => organizationId)
}

function idsOf(rows: readonly Waiting<unknown>[]): string[] {
  return rows.map(({ id }) => id)
}

function lockedRows(waits: boolean): Prisma.Sql {
  return waits ? Prisma.empty : Prisma.sql`SKIP LOCKED`
}

function outcomeOf(rows: readonly Row[]): Outcome {
  return {
    locked: new Set(rows.filter(({ locked }) => locked).map(nameOf)),
    offline: new Set(rows.filter(({ offline }) => offline).map(nameOf)),
  }
}
