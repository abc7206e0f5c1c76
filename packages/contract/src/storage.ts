import { z } from 'zod'
import { operation } from './operation.ts'
import { fields } from './primitives.ts'

/**
 * What an organization stores, each with a quota of its own. `changes`: what its changes have written for good, the audit log
 * first of all. `samples`: what is stored of its things' samples.
 */
export const storageKinds = ['changes', 'samples'] as const

/** One of {@link storageKinds}. */
export type StorageKind = (typeof storageKinds)[number]

const GIB = 1024 ** 3

/** Bytes that an organization may store unless it has quotas of its own: 10 GiB of changes, 100 GiB of samples. */
export const storageDefaults = { changes: 10 * GIB, samples: 100 * GIB } as const satisfies Record<
  StorageKind,
  number
>

/** The largest quota that can be set, in bytes: 1 PiB. */
export const storageBounds = { bytes: 1024 ** 5 } as const

/** Bytes that a sample counts for, and a text value as many more as it has in UTF-8. */
export const SAMPLE_BYTES = 16

const stored = z
  .object({
    kind: z
      .enum(storageKinds)
      .describe(
        'changes: what changes have written permanently, mostly to the audit log. samples: stored samples',
      ),
    usedBytes: z
      .int()
      .nullable()
      .describe('Bytes stored, before compression. Null: not measured yet'),
    mostBytes: z.int().describe('Bytes that the organization may store'),
    source: z
      .enum(['default', 'standing'])
      .describe('default: the same for everyone. standing: set for this organization'),
    reason: z
      .string()
      .nullable()
      .describe('Why the quota differs from the default. Null: it does not'),
    measuredAt: z
      .string()
      .nullable()
      .describe(
        'When usedBytes was measured. UTC. Null: just now, or not yet if usedBytes is null',
      ),
    fullSince: z
      .string()
      .nullable()
      .describe('Since when samples are refused. UTC. Null: they are accepted. Only for samples'),
  })
  .meta({ id: 'StorageQuota', description: 'How much is stored of one kind, and its quota' })

/** How much an organization stores of one kind, and how much it may. */
export type StorageQuota = z.output<typeof stored>

/** The row of what an organization stores. */
export const storageOperations = {
  'organization.storage': operation({
    method: 'GET',
    path: '/v2/organization/storage',
    tier: 'standard',
    sparesFailures: true,
    access: { action: 'read', resource: 'organization', target: 'own' },
    tag: 'Organization',
    summary: 'Get storage quotas',
    description: `How much the organization stores, and its quotas. A sample counts ${SAMPLE_BYTES} bytes, plus its length if it is a text. While data arrives, samples are measured every ten minutes, and every minute from half of the quota on; every five minutes while they are refused. Less often if measuring takes long. At 80 percent of a quota, integrations are sent quota.reached. Beyond a quota, calls that would store more get 429 quota-exceeded; reading, erasing, deleting and revoking stay possible.`,
    query: z.strictObject({ fields }),
    status: 200,
    response: z
      .object({ items: z.array(stored).describe('One for each kind') })
      .meta({ id: 'StorageQuotas', description: 'What the organization stores' }),
  }),
}
