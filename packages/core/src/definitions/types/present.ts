import type { ThingType } from '@sluice/contract'
import type { Prisma } from '../../database/generated/client.ts'
import { etagOf } from '../../resources/etag.ts'

/** The relations that every read of a thing type loads. */
export const withMetrics = {
  metrics: { orderBy: { position: 'asc' } },
} as const satisfies Prisma.ThingTypeInclude

type ThingTypeRow = Prisma.ThingTypeGetPayload<{ include: typeof withMetrics }>

export function presentThingType(row: ThingTypeRow): ThingType {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    labels: row.labels as ThingType['labels'],
    metrics: row.metrics.map(({ key, metricDefinitionId, required }) => ({
      key,
      metricDefinitionId,
      required,
    })),
    attributesSchema: row.attributesSchema as ThingType['attributesSchema'],
    unknownMetrics: row.unknownMetrics,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    etag: etagOf(row),
  }
}
