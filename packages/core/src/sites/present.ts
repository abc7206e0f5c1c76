import type { Site } from '@sluice/contract'
import type { Site as SiteRow } from '../database/generated/client.ts'
import { etagOf } from '../resources/etag.ts'

export function presentSite(row: SiteRow): Site {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    labels: row.labels as Site['labels'],
    timezone: row.timezone,
    location: row.location as Site['location'],
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    etag: etagOf(row),
  }
}
