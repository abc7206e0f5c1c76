import type { Fleet } from '@sluice/contract'
import type { Prisma } from '../database/generated/client.ts'
import { etagOf } from '../resources/etag.ts'

/** The relations that every read of a fleet loads. */
export const withCount = {
  _count: { select: { members: true } },
} as const satisfies Prisma.FleetInclude

type FleetRow = Prisma.FleetGetPayload<{ include: typeof withCount }>

export function presentFleet(row: FleetRow): Fleet {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    labels: row.labels as Fleet['labels'],
    thingCount: row._count.members,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    etag: etagOf(row),
  }
}
