import { systemActor } from '../actor.ts'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Database, Transaction } from '../database/client.ts'
import { quotaOf } from '../quotas/index.ts'
import { organizationPath } from '../scopes/index.ts'
import { actingOrganization } from './organization.ts'
import { readFigures } from './stored.ts'

/** The part of its quota below which an organization that was full may store samples again: else it would be so every other minute. */
const ROOM_BELOW = 0.95

/**
 * Refuses an organization's samples from now on where it stores as many as it may, or takes them again, with an entry in its audit
 * log. Nodes know within a second.
 */
export function judgeSamples(
  db: Database | Transaction,
  organizationId: string,
  now: Date,
): Promise<void> {
  return auditedTransaction(db, async (transaction) => {
    const row = await transaction.organization.findUnique({
      where: { id: organizationId },
      include: { storedSamples: true },
    })
    if (!row) return
    const { mostBytes } = quotaOf(readFigures(row.limits).quotas, 'samples')
    const usedBytes = Number(row.storedSamples?.bytes ?? 0)
    const wasFull = row.samplesFullSince !== null
    const isFull = usedBytes >= (wasFull ? ROOM_BELOW : 1) * mostBytes
    if (isFull === wasFull) return
    // Of two that judge at once one does it; and whoever changes the quota meanwhile judges it by the new one.
    const { samplesFullSince, limits } = row
    const { count } = await transaction.organization.updateMany({
      where: { id: organizationId, samplesFullSince, limits: { equals: limits as object } },
      data: { samplesFullSince: isFull ? now : null },
    })
    if (count === 0) return
    const actor = systemActor('storage', actingOrganization(row))
    await recordChange(
      { db: transaction, actor, now, address: null, requestId: null },
      {
        operation: isFull ? 'storage.full' : 'storage.room',
        resource: organizationPath,
        after: { kind: 'samples', usedBytes, mostBytes },
      },
    )
  })
}
