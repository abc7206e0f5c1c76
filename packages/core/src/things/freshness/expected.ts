import { invalidRequest } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { Prisma } from '../../database/generated/client.ts'

/** Seconds between data expected from things, by type; types without an expectation are missing. */
export type ExpectedIntervals = ReadonlyMap<string, number>

/** Types in one condition: Postgres takes at most 65,535 parameters. */
const MAX_TYPES = 10_000

/**
 * The shortest expected interval among the metrics of each type: of these types, or of all. Throws `invalid-request` for
 * too many; `filter` points to what has to name one.
 */
export async function expectedIntervals(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  thingTypeIds?: readonly string[],
  filter = '/query',
): Promise<ExpectedIntervals> {
  const among = thingTypeIds
    ? Prisma.sql`AND metric."thingTypeId" = ANY(${[...new Set(thingTypeIds)]})`
    : Prisma.empty
  const rows = await db.$queryRaw<{ thingTypeId: string; seconds: number }[]>`
    SELECT metric."thingTypeId", min(definition."expectedIntervalSeconds") AS seconds
    FROM thing_type_metrics AS metric
    JOIN metric_definitions AS definition
      ON definition."organizationId" = metric."organizationId"
      AND definition.id = metric."metricDefinitionId"
    WHERE metric."organizationId" = ${actor.organization.id} ${among}
      AND definition."expectedIntervalSeconds" IS NOT NULL
    GROUP BY 1 LIMIT ${MAX_TYPES + 1}`
  if (rows.length > MAX_TYPES) {
    const detail = `is required: the freshness of things of more than ${MAX_TYPES} types is not judged at once`
    throw invalidRequest([{ pointer: `${filter}/thingTypeId`, detail }])
  }
  return new Map(rows.map(({ thingTypeId, seconds }) => [thingTypeId, seconds]))
}
