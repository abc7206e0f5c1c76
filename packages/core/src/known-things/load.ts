import type { Metric } from '@sluice/telemetry'
import type { Database } from '../database/client.ts'
import { thingPaths } from '../scopes/index.ts'
import type { KnownThing, KnownType } from './known-thing.ts'

/** Reads those things of an organization with these ids that exist. */
export async function loadThings(
  db: Pick<Database, '$queryRaw'>,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, KnownThing>> {
  const rows = await db.$queryRaw<Omit<KnownThing, 'paths'>[]>`
    SELECT t.id, t.number, t."thingTypeId", t."siteId", s.timezone, t.status = 'Retired' AS retired,
      ARRAY(
        SELECT f."fleetId" FROM fleet_members f
        WHERE f."organizationId" = t."organizationId" AND f."thingId" = t.id ORDER BY 1
      ) AS "fleetIds"
    FROM things t
    LEFT JOIN sites s ON s."organizationId" = t."organizationId" AND s.id = t."siteId"
    WHERE t."organizationId" = ${organizationId} AND t.id = ANY(${ids})`
  return new Map(rows.map((row) => [row.id, { ...row, paths: thingPaths(row) }]))
}

/**
 * A type without metrics is one row whose metric is null. Only the first metric of a definition has its allowed
 * strings: a thousand metrics may share the same 65 kB.
 */
type TypeRow = Pick<KnownType, 'unknownMetrics'> & { readonly definition: string } & (
    | (Omit<Metric, 'enumValues'> & { readonly enumValues: readonly string[] | null })
    | { readonly key: null }
  )

/** Reads a thing type with its metrics; null if there is none. Plain SQL, since Prisma would need four statements. */
export async function loadType(
  db: Pick<Database, '$queryRaw'>,
  organizationId: string,
  id: string,
): Promise<KnownType | null> {
  const rows = await db.$queryRaw<TypeRow[]>`
    SELECT tt."unknownMetrics"::text, m.key, k.number, d."valueType"::text, m.required, d.min, d.max,
      d.id AS definition, CASE WHEN row_number() OVER (PARTITION BY d.id ORDER BY m.position) = 1
        THEN coalesce(d."enumValues", '{}') END AS "enumValues", d."expectedIntervalSeconds",
      coalesce(d."retentionDays", (o.settings->>'retentionDays')::int) AS "retentionDays"
    FROM thing_types tt
    JOIN organizations o ON o.id = tt."organizationId"
    LEFT JOIN thing_type_metrics m
      ON m."organizationId" = tt."organizationId" AND m."thingTypeId" = tt.id
    LEFT JOIN metric_keys k ON k."organizationId" = tt."organizationId" AND k.key = m.key
    LEFT JOIN metric_definitions d
      ON d."organizationId" = tt."organizationId" AND d.id = m."metricDefinitionId"
    WHERE tt."organizationId" = ${organizationId} AND tt.id = ${id}
    ORDER BY m.position`
  const [first] = rows
  if (first === undefined) return null
  const texts = new Map<string, readonly string[]>()
  const metrics = rows.flatMap((row): Metric[] => {
    if (row.key === null) return []
    const { unknownMetrics: _, definition, ...metric } = row
    if (metric.enumValues) texts.set(definition, metric.enumValues)
    return [{ ...metric, enumValues: texts.get(definition) ?? [] }]
  })
  return { unknownMetrics: first.unknownMetrics, metrics }
}
