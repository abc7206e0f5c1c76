import type { Database } from '../database/client.ts'

/** A metric with a retention in days. */
export interface BoundedMetric {
  /** Numbers in the store. */
  readonly organization: number
  readonly metric: number
  readonly days: number
}

/**
 * The metrics of all organizations with limited retention. A metric's retention is that of its definition, or else its
 * organization's setting, which also applies once no type has the metric any more. If types define a metric
 * differently, the longest retention counts, because a sample does not say under which type it came.
 */
export function boundedMetrics(db: Pick<Database, '$queryRaw'>): Promise<BoundedMetric[]> {
  return db.$queryRaw<BoundedMetric[]>`
    SELECT o.number AS organization, k.number AS metric, max(coalesce(d."retentionDays", own.days)) AS days
    FROM metric_keys k
    JOIN organizations o ON o.id = k."organizationId"
    CROSS JOIN LATERAL (SELECT (o.settings->>'retentionDays')::int AS days) AS own
    LEFT JOIN thing_type_metrics m ON m."organizationId" = k."organizationId" AND m.key = k.key
    LEFT JOIN metric_definitions d
      ON d."organizationId" = m."organizationId" AND d.id = m."metricDefinitionId"
    GROUP BY o.number, k.number
    HAVING bool_and(coalesce(d."retentionDays", own.days) IS NOT NULL)
    ORDER BY o.number, k.number`
}
