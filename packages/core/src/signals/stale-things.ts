import { freshnessGraceSeconds } from '@sluice/contract'
import { settleInRounds, workFor } from '@sluice/runtime'
import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { Prisma } from '../database/generated/client.ts'
import { publish } from '../events/index.ts'
import { PATIENCE } from './patience.ts'
import { thingEvents } from './thing-events.ts'

/** Things per transaction, all of one organization: up to fifty integrations are notified of each. */
const BATCH = 200

/**
 * Emits events for things that went stale: silent for longer than twice the shortest expected interval of their type's
 * metrics, plus half a minute. Things whose metrics expect no interval never go stale. Organizations take turns, a
 * batch each: when a large fleet goes silent, others are still notified in time.
 */
export async function tellStaleThings({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const silent = await db.$queryRaw<{ id: string }[]>(organizationsWithSilentThings(clock()))
  await settleInRounds(silent, async ({ id }) => {
    const tell = (transaction: Transaction) => tellBatch(transaction, id, clock())
    return (await workFor(id, () => db.$transaction(tell, PATIENCE))) === BATCH
  })
}

async function tellBatch(db: Transaction, organizationId: string, now: Date): Promise<number> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    WITH silent AS (${silentThings(organizationId, now)})
    UPDATE things SET online = false FROM silent
    WHERE things."organizationId" = ${organizationId} AND things.id = silent.id
    RETURNING things.id`
  const ids = rows.map(({ id }) => id)
  await publish(db, await thingEvents(db, organizationId, ids, 'thing.stale', now))
  return rows.length
}

export function organizationsWithSilentThings(now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT organization.id FROM organizations AS organization
    WHERE EXISTS (${silent(Prisma.sql`organization.id`, now)})`
}

/** Selects and locks a batch of an organization's silent things. */
export function silentThings(organizationId: string, now: Date): Prisma.Sql {
  return Prisma.sql`${silent(Prisma.sql`${organizationId}`, now)} LIMIT ${BATCH} FOR UPDATE OF thing SKIP LOCKED`
}

/**
 * An index has the online things by type, so only these are scanned. The time of the last data is in no index: it
 * changes with every frame, which would rewrite all of a thing's index entries.
 */
function silent(organizationId: Prisma.Sql, now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT thing.id FROM things AS thing
    JOIN (
      SELECT metric."organizationId" || '/' || metric."thingTypeId" AS type,
        min(definition."expectedIntervalSeconds") AS seconds
      FROM thing_type_metrics AS metric
      JOIN metric_definitions AS definition
        ON definition."organizationId" = metric."organizationId"
        AND definition.id = metric."metricDefinitionId"
      WHERE metric."organizationId" = ${organizationId} AND definition."expectedIntervalSeconds" IS NOT NULL
      GROUP BY 1) AS expected
      ON thing."organizationId" || '/' || thing."thingTypeId" = expected.type
    WHERE thing.online
      AND thing."lastSeenAt" < ${now}::timestamptz
        - make_interval(secs => 2 * expected.seconds + ${freshnessGraceSeconds}::int)`
}
