import { freshnessGraceSeconds } from '@sluice/contract'
import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { Prisma } from '../database/generated/client.ts'
import { publish } from '../events/index.ts'
import { thingEvents } from './thing-events.ts'

/** Things that one transaction tells of, so that none holds its locks for long. */
const LOT = 1_000

/**
 * Tells of things that went stale: silent for longer than twice the shortest expected interval of their
 * type's metrics, plus half a minute. Things whose metrics expect no interval never go stale.
 */
export async function tellStaleThings({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  while ((await db.$transaction((transaction) => tellLot(transaction, clock()))) === LOT) {}
}

async function tellLot(db: Transaction, now: Date): Promise<number> {
  const rows = await db.$queryRaw<{ organizationId: string; id: string }[]>`
    UPDATE things SET online = false FROM (${silentThings(now)}) AS silent
    WHERE things."organizationId" = silent."organizationId" AND things.id = silent.id
    RETURNING things."organizationId", things.id`
  for (const [organizationId, things] of Map.groupBy(rows, (row) => row.organizationId)) {
    const ids = things.map(({ id }) => id)
    await publish(db, await thingEvents(db, organizationId, ids, 'thing.stale', now))
  }
  return rows.length
}

/**
 * Selects and locks a lot of silent things. An index has the online things by type, so only these are
 * looked at. The time of the last data is in no index: it changes with every frame, and would rewrite all
 * of a thing's index entries.
 */
export function silentThings(now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT thing."organizationId", thing.id FROM things AS thing
    JOIN (
      SELECT metric."organizationId" || '/' || metric."thingTypeId" AS type,
        min(definition."expectedIntervalSeconds") AS seconds
      FROM thing_type_metrics AS metric
      JOIN metric_definitions AS definition
        ON definition."organizationId" = metric."organizationId"
        AND definition.id = metric."metricDefinitionId"
      WHERE definition."expectedIntervalSeconds" IS NOT NULL
      GROUP BY 1) AS expected
      ON thing."organizationId" || '/' || thing."thingTypeId" = expected.type
    WHERE thing.online
      AND thing."lastSeenAt" < ${now}::timestamptz
        - make_interval(secs => 2 * expected.seconds + ${freshnessGraceSeconds}::int)
    LIMIT ${LOT} FOR UPDATE OF thing SKIP LOCKED`
}
