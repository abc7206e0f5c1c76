import { z } from 'zod'
import { operation } from './operation.ts'
import { fields, name, stamps } from './primitives.ts'

/** No sample is older: the store keeps times from 1900 on. */
const MOST_DAYS = 100_000

/** What happens to a key whose string was reported as found in public. */
export const leakResponses = ['notify', 'revoke'] as const
const leakedKeys = z
  .enum(leakResponses, { error: 'must be notify or revoke' })
  .describe(
    'What a report of a leaked key does. notify: marks the key and the audit log. revoke: revokes it too',
  )

const retentionDays = z
  .int()
  .min(1)
  .max(MOST_DAYS)
  .nullable()
  .describe(
    'How long samples are kept whose metric definition does not say it itself. Older ones are refused, and removed within two days; null: without bound',
  )

/** The caller's own organization, with its settings. */
export const organization = z
  .object({ id: z.string(), name: z.string(), leakedKeys, retentionDays, ...stamps })
  .meta({ id: 'Organization' })

export type Organization = z.output<typeof organization>
export type OrganizationSettings = Pick<Organization, 'leakedKeys' | 'retentionDays'>

const organizationPatch = z.strictObject({
  name: name.optional(),
  leakedKeys: leakedKeys.optional(),
  retentionDays: retentionDays.optional(),
})

export const organizationOperations = {
  'organization.get': operation({
    method: 'GET',
    path: '/v2/organization',
    tier: 'standard',
    access: { action: 'read', resource: 'organization', target: 'own' },
    tag: 'Organization',
    summary: 'Get the organization',
    description: 'The organization that the key belongs to, with its settings.',
    query: z.strictObject({ fields }),
    status: 200,
    response: organization,
  }),
  'organization.update': operation({
    method: 'PATCH',
    path: '/v2/organization',
    tier: 'standard',
    access: { action: 'admin', resource: 'organization', target: 'own' },
    tag: 'Organization',
    summary: 'Update the organization',
    description: 'JSON merge patch of the name and the settings.',
    body: organizationPatch,
    status: 200,
    response: organization,
    example: { body: { leakedKeys: 'revoke' } },
  }),
}
