import type { ValueType } from '@sluice/contract'
import type { Context } from '../context.ts'
import { notFound } from '../problem.ts'
import type { ThingNumbers } from './store.ts'

/** A metric of a thing: its type's entry, the definition behind it, and its id in the store. */
export interface Metric {
  readonly key: string
  readonly number: number
  readonly valueType: ValueType
  readonly required: boolean
  readonly min: number | null
  readonly max: number | null
  /** Allowed strings; empty means any. */
  readonly enumValues: readonly string[]
  readonly expectedIntervalSeconds: number | null
  readonly retentionDays: number | null
}

/** What telemetry has to know of a thing. */
export interface MeasuredThing {
  readonly numbers: ThingNumbers
  readonly thingTypeId: string
  readonly unknownMetrics: 'reject' | 'ignore'
  /** The site's zone, else UTC. */
  readonly timezone: string
  /** In the order of the thing type. */
  readonly metrics: readonly Metric[]
}

interface ThingPart {
  readonly thing: number
  readonly thingTypeId: string
  readonly unknownMetrics: MeasuredThing['unknownMetrics']
  readonly timezone: string | null
}

/** A thing without metrics is one row whose metric is null. */
type Row = ThingPart & (Metric | { readonly key: null })

/**
 * Loads a thing of the actor's organization with its metrics; throws `not-found`. One statement written by hand,
 * because every ingestion call pays for it and Prisma would make five.
 */
export async function measuredThing(ctx: Context, thingId: string): Promise<MeasuredThing> {
  const { id, number } = ctx.actor.organization
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT t.number AS thing, t."thingTypeId", tt."unknownMetrics"::text, s.timezone, m.key, k.number,
      d."valueType"::text, m.required, d.min, d.max, coalesce(d."enumValues", '{}') AS "enumValues",
      d."expectedIntervalSeconds", d."retentionDays"
    FROM things t
    JOIN thing_types tt ON tt."organizationId" = t."organizationId" AND tt.id = t."thingTypeId"
    LEFT JOIN sites s ON s."organizationId" = t."organizationId" AND s.id = t."siteId"
    LEFT JOIN thing_type_metrics m ON m."organizationId" = t."organizationId" AND m."thingTypeId" = tt.id
    LEFT JOIN metric_keys k ON k."organizationId" = t."organizationId" AND k.key = m.key
    LEFT JOIN metric_definitions d
      ON d."organizationId" = t."organizationId" AND d.id = m."metricDefinitionId"
    WHERE t."organizationId" = ${id} AND t.id = ${thingId}
    ORDER BY m.position`
  const [first] = rows
  if (first === undefined) throw notFound('thing', thingId)
  return {
    numbers: { organization: number, thing: first.thing },
    thingTypeId: first.thingTypeId,
    unknownMetrics: first.unknownMetrics,
    timezone: first.timezone ?? 'UTC',
    metrics: rows.filter((row) => row.key !== null),
  }
}

/** Metrics that a message names. */
const NAMED = 20

/** The metrics of a thing, as a message names them. */
export function namesOf({ metrics }: MeasuredThing): string {
  const names = metrics.slice(0, NAMED).map(({ key }) => key)
  if (metrics.length > NAMED) names.push('…')
  return names.join(', ') || 'none'
}
