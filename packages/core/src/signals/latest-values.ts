import { isoOf } from '@sluice/runtime'
import type { Core } from '../context.ts'
import type { Database, Transaction } from '../database/client.ts'

/** A metric's latest sample, by its own time. */
export interface LatestValue {
  readonly value: number
  /** ISO 8601. */
  readonly timestamp: string
}

interface Measured {
  readonly id: string
  readonly number: number
  readonly thingTypeId: string
}

/** The latest values by thing and metric key. */
export type LatestValues = ReadonlyMap<string, ReadonlyMap<string, LatestValue>>

/**
 * The latest numbers of some metrics of an organization's things, as `recent` answers them: of metrics that a thing's
 * type has now, and not of strings.
 */
export async function latestValues(
  { db, telemetry }: { readonly db: Database | Transaction } & Pick<Core, 'telemetry'>,
  organizationId: string,
  things: readonly Measured[],
  metrics: readonly string[],
): Promise<LatestValues> {
  const keysOf = await numbersOf(db, organizationId, things, metrics)
  const measured = things.filter(({ thingTypeId }) => keysOf.has(thingTypeId))
  if (measured.length === 0) return new Map()
  const { number: organization } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { number: true },
  })
  const found = new Map<string, ReadonlyMap<string, LatestValue>>()
  for await (const { things, latest } of telemetry.latest(organization, measured)) {
    for (const { id, number, thingTypeId } of things) {
      const values = new Map<string, LatestValue>()
      for (const { key, number: metric } of keysOf.get(thingTypeId) ?? []) {
        const row = latest.get(number)?.get(metric)
        if (row === undefined || row.number === null) continue
        values.set(key, { value: row.number, timestamp: isoOf(row.time) })
      }
      found.set(id, values)
    }
  }
  return found
}

interface NumberedMetric {
  readonly thingTypeId: string
  readonly key: string
  /** In the store. */
  readonly number: number
}

/** Those of the metrics that the things' types have, by type. */
async function numbersOf(
  db: Database | Transaction,
  organizationId: string,
  things: readonly Measured[],
  metrics: readonly string[],
): Promise<ReadonlyMap<string, readonly NumberedMetric[]>> {
  const types = [...new Set(things.map(({ thingTypeId }) => thingTypeId))]
  const rows = await db.$queryRaw<NumberedMetric[]>`
    SELECT own."thingTypeId", own.key, metric_keys.number FROM thing_type_metrics AS own
    JOIN metric_keys USING ("organizationId", key)
    JOIN metric_definitions AS definition
      ON definition."organizationId" = own."organizationId" AND definition.id = own."metricDefinitionId"
    WHERE own."organizationId" = ${organizationId} AND own."thingTypeId" = ANY(${types})
      AND own.key = ANY(${[...metrics]}) AND definition."valueType" <> 'string'`
  return Map.groupBy(rows, ({ thingTypeId }) => thingTypeId)
}
