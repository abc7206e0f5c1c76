import { type Input, type Output, type StorageQuota, storageKinds } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { readFigures } from '../limits/index.ts'
import type { Operator } from '../operator.ts'
import { quotaOf } from '../quotas/index.ts'

/** How much the actor's organization stores, and how much it may. */
export async function showStorage(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  _input: Input<'organization.storage'>,
): Promise<Output<'organization.storage'>> {
  return { items: await storageOf(db, actor.organization.id) }
}

/** The same of any organization. Throws `not-found`. */
export function tenantStorage({ core }: Operator, organizationId: string): Promise<StorageQuota[]> {
  return storageOf(core.db, organizationId)
}

async function storageOf(db: Context['db'], organizationId: string): Promise<StorageQuota[]> {
  const row = await db.organization.findUnique({
    where: { id: organizationId },
    select: {
      ...{ limits: true, samplesFullSince: true, storedSamples: true },
      auditChain: { select: { bytes: true } },
    },
  })
  if (!row) throw notFound('organization', organizationId)
  const { quotas } = readFigures(row.limits)
  const { storedSamples, samplesFullSince } = row
  const used = {
    changes: {
      usedBytes: Number(row.auditChain?.bytes ?? 0),
      ...{ measuredAt: null, fullSince: null },
    },
    samples: {
      usedBytes: storedSamples && Number(storedSamples.bytes),
      measuredAt: storedSamples?.measuredAt.toISOString() ?? null,
      fullSince: samplesFullSince?.toISOString() ?? null,
    },
  }
  return storageKinds.map((kind) => ({ kind, ...quotaOf(quotas, kind), ...used[kind] }))
}
