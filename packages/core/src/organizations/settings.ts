import { leakResponses, type Organization, type OrganizationSettings } from '@sluice/contract'
import { z } from 'zod'
import type { Organization as OrganizationRow } from '../database/generated/client.ts'
import { etagOf } from '../resources/etag.ts'

/** The settings of an organization, with defaults. */
const settingsSchema = z.object({
  leakedKeys: z.enum(leakResponses).default('notify'),
  retentionDays: z.int().nullable().default(null),
})

export function settingsOf(row: Pick<OrganizationRow, 'settings'>): OrganizationSettings {
  return settingsSchema.parse(row.settings)
}

export function presentOrganization(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    ...settingsOf(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    etag: etagOf(row),
  }
}
