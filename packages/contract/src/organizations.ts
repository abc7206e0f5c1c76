import { z } from 'zod'
import { operation } from './operation.ts'
import { fields, name, recordFields, stamps } from './primitives.ts'

/** No sample is older: the store keeps times from 1900 on. */
const MOST_DAYS = 100_000

/** What a report of a leaked key does: `notify` marks the key, `revoke` revokes it too. */
export const leakResponses = ['notify', 'revoke'] as const
const leakedKeys = z
  .enum(leakResponses, { error: 'must be notify or revoke' })
  .describe(
    'What a leaked key report does. notify: marks the key and writes to the audit log. revoke: also revokes the key',
  )

const retentionDays = z
  .int()
  .min(1)
  .max(MOST_DAYS)
  .nullable()
  .describe(
    'Days for which samples are kept if their metric definition does not say. Older ones are refused, and removed within two days. Null: unlimited',
  )

/** The caller's own organization, with its settings. */
export const organization = z
  .object({
    id: z.string().describe('Id of the organization'),
    name: recordFields.name,
    leakedKeys,
    retentionDays,
    ...stamps,
  })
  .meta({ id: 'Organization', description: 'The organization of the caller' })

/**
 * The caller's organization with its settings. `retentionDays` is in days; null keeps samples
 * for good.
 */
export type Organization = z.output<typeof organization>

/** The settings of an organization. */
export type OrganizationSettings = Pick<Organization, 'leakedKeys' | 'retentionDays'>

const organizationPatch = z
  .strictObject({
    name: name.optional(),
    leakedKeys: leakedKeys.optional(),
    retentionDays: retentionDays.optional(),
  })
  .meta({ id: 'OrganizationUpdate', description: 'Changes to the organization' })

/** The rows of the caller's organization. */
export const organizationOperations = {
  'organization.get': operation({
    method: 'GET',
    path: '/v2/organization',
    tier: 'standard',
    access: { action: 'read', resource: 'organization', target: 'own' },
    tag: 'Organization',
    summary: 'Get the organization',
    description: 'Returns the organization of the key, with its settings.',
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
