import type { Database } from '../database/client.ts'
import { Prisma } from '../database/generated/client.ts'

/** A value to be written to a row. */
export interface Waiting<Value> {
  readonly organizationId: string
  readonly id: string
  readonly value: Value
}

export interface KeyUse {
  readonly at: Date
  readonly address: string
}

/** When a thing was seen, and its number: a thing created again under the same id was not seen. */
export interface Sighting {
  readonly at: Date
  readonly number: number
}

export interface Outcome {
  /** Rows locked by another transaction. */
  readonly locked: ReadonlySet<string>
  /** Things that were last reported as offline, or never reported. */
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

/**
 * Writes the last use of keys. Skips locked rows, unless it `waits` for them. Rows are looked up one by one (`LATERAL`,
 * kept by `OFFSET 0`): with a join, the planner would read the whole table.
 */
export async function writeKeys(
  db: Database,
  used: readonly Waiting<KeyUse>[],
  waits: boolean,
): Promise<Outcome> {
  const times = used.map(({ value }) => value.at)
  const addresses = used.map(({ value }) => value.address)
  const rows = await db.$queryRaw<Row[]>`
    WITH used AS (
      SELECT * FROM unnest(${organizationsOf(used)}::text[], ${idsOf(used)}::text[], ${times}::timestamptz[], ${addresses}::text[])
        AS used (organization, id, at, address)
      ORDER BY id COLLATE "C"
    ), older AS (
      SELECT used.* FROM used CROSS JOIN LATERAL (
        SELECT FROM keys
        WHERE "organizationId" = organization AND keys.id = used.id AND ("lastUsedAt" IS NULL OR "lastUsedAt" < used.at) OFFSET 0
      ) AS key
    ), free AS (
      SELECT older.* FROM older CROSS JOIN LATERAL (
        SELECT FROM keys WHERE keys.id = older.id FOR NO KEY UPDATE ${lockedRows(waits)}
      ) AS key
    ), written AS (
      UPDATE keys SET "lastUsedAt" = free.at, "lastUsedIp" = free.address FROM free
      WHERE keys.id = free.id AND ("lastUsedAt" IS NULL OR "lastUsedAt" < free.at)
    )
    SELECT organization AS "organizationId", id, true AS locked, false AS offline
    FROM older WHERE id NOT IN (SELECT id FROM free)`
  return outcomeOf(rows)
}

/**
 * Writes the last sighting of things in the same way, by the rows' `ctid`. A row that changed just before it was locked
 * has another `ctid` than this statement sees, and counts as locked.
 */
export async function writeThings(
  db: Database,
  seen: readonly Waiting<Sighting>[],
  waits: boolean,
): Promise<Outcome> {
  const times = seen.map(({ value }) => value.at)
  const numbers = seen.map(({ value }) => value.number)
  const rows = await db.$queryRaw<Row[]>`
    WITH seen AS (
      SELECT * FROM unnest(${organizationsOf(seen)}::text[], ${idsOf(seen)}::text[], ${times}::timestamptz[], ${numbers}::int[])
        AS seen (organization, id, at, number)
      ORDER BY organization COLLATE "C", id COLLATE "C"
    ), known AS (
      SELECT seen.*, thing.* FROM seen CROSS JOIN LATERAL (
        SELECT ctid AS place, online IS DISTINCT FROM true AS offline,
          "lastSeenAt" IS NULL OR "lastSeenAt" < seen.at AS older
        FROM things
        WHERE "organizationId" = organization AND things.id = seen.id AND things.number = seen.number OFFSET 0
      ) AS thing
    ), free AS (
      SELECT known.* FROM known CROSS JOIN LATERAL (
        SELECT ctid AS place FROM things WHERE "organizationId" = organization AND things.id = known.id
        FOR NO KEY UPDATE ${lockedRows(waits)}
      ) AS thing
      WHERE older AND known.place = thing.place
    ), written AS (
      UPDATE things SET "lastSeenAt" = greatest("lastSeenAt", free.at) FROM free WHERE things.ctid = free.place
    ), outcome AS (
      SELECT organization AS "organizationId", id, offline,
        older AND (organization, id) NOT IN (SELECT organization, id FROM free) AS locked
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
