import type { MetricDefinition } from '@sluice/contract'
import type { MetricDefinition as MetricDefinitionRow } from '../../database/generated/client.ts'
import { etagOf } from '../../resources/etag.ts'

export function presentMetricDefinition(row: MetricDefinitionRow): MetricDefinition {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    labels: row.labels as MetricDefinition['labels'],
    valueType: row.valueType,
    unit: row.unit,
    kind: row.kind,
    min: row.min,
    max: row.max,
    enum: row.enumValues,
    expectedIntervalSeconds: row.expectedIntervalSeconds,
    retentionDays: row.retentionDays,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    etag: etagOf(row),
  }
}
