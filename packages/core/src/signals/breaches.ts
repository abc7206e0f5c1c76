import type { Database, Transaction } from '../database/client.ts'

/** A metric of a thing that is beyond a threshold of an integration. */
export interface BreachKey {
  /** The integration's lane. */
  readonly integrationId: string
  readonly thingId: string
  readonly metric: string
}

export function nameOf({ integrationId, thingId, metric }: BreachKey): string {
  return `${integrationId}/${thingId}/${metric}`
}

/**
 * Until the transaction ends, no other one records crossings of these things. Returns those that none is about; it waits
 * for nobody, so that processes cannot deadlock.
 */
export async function lockThings(
  db: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM unnest(${[...ids]}::text[]) AS id
    WHERE pg_try_advisory_xact_lock(hashtextextended('thresholds of ' || ${organizationId} || '/' || id, 0))`
  return new Set(rows.map(({ id }) => id))
}

/**
 * The names of the recorded breaches of some things. Plain SQL: for thousands of rows, Prisma's own statements block the
 * event loop for milliseconds.
 */
export async function breachesOf(
  db: Database | Transaction,
  organizationId: string,
  thingIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<BreachKey[]>`
    SELECT "integrationId", "thingId", metric FROM threshold_breaches
    WHERE "organizationId" = ${organizationId} AND "thingId" = ANY(${[...thingIds]})`
  return new Set(rows.map(nameOf))
}

/** Inserts those that do not exist, and returns the names of these. */
export async function createBreaches(
  db: Transaction,
  organizationId: string,
  keys: readonly BreachKey[],
  since: Date,
): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db.$queryRaw<BreachKey[]>`
    INSERT INTO threshold_breaches ("organizationId", "integrationId", "thingId", metric, since)
    SELECT ${organizationId}, begun.*, ${since}::timestamptz FROM unnest(
      ${keys.map(({ integrationId }) => integrationId)}::text[],
      ${keys.map(({ thingId }) => thingId)}::text[], ${keys.map(({ metric }) => metric)}::text[]
    ) AS begun
    ON CONFLICT DO NOTHING RETURNING "integrationId", "thingId", metric`
  return rows.map(nameOf)
}

/** Deletes those that exist, and returns the names of these. */
export async function deleteBreaches(
  db: Transaction,
  organizationId: string,
  keys: readonly BreachKey[],
): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db.$queryRaw<BreachKey[]>`
    DELETE FROM threshold_breaches AS breach USING unnest(
      ${keys.map(({ integrationId }) => integrationId)}::text[],
      ${keys.map(({ thingId }) => thingId)}::text[], ${keys.map(({ metric }) => metric)}::text[]
    ) AS over ("integrationId", "thingId", metric)
    WHERE breach."organizationId" = ${organizationId}
      AND breach."integrationId" = over."integrationId" AND breach."thingId" = over."thingId"
      AND breach.metric = over.metric
    RETURNING breach."integrationId", breach."thingId", breach.metric`
  return rows.map(nameOf)
}
