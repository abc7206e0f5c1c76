import { systemActor } from '../actor.ts'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Database, Transaction } from '../database/client.ts'
import { isNearlyFull, quotaOf } from '../quotas/index.ts'
import { organizationPath } from '../scopes/index.ts'
import { actingOrganization } from './organization.ts'
import { readFigures } from './stored.ts'

/** The part of its quota below which an organization that was full may store samples again: else it would be so every other minute. */
const ROOM_BELOW = 0.95

/**
 * Until the transaction ends nobody else changes the quotas of the organization, or judges by them. Taken before its row is locked. A lock
 * of the row would count as a change where the verdict is as before.
 */
export async function lockQuotas(db: Transaction, organizationId: string): Promise<void> {
  await db.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`quotas of ${organizationId}`}, 0))::text`
}

/**
 * Refuses an organization's samples from now on where it stores as many as it may, or takes them again; nodes know within a second.
 * Notes in its audit log that it did so, and once that the quota is nearly used up.
 */
export function judgeSamples(
  db: Database | Transaction,
  organizationId: string,
  now: Date,
): Promise<void> {
  return auditedTransaction(db, async (transaction) => {
    await lockQuotas(transaction, organizationId)
    const row = await transaction.organization.findUnique({
      where: { id: organizationId },
      include: { storedSamples: true },
    })
    if (!row) return
    const { mostBytes } = quotaOf(readFigures(row.limits).quotas, 'samples')
    const usedBytes = Number(row.storedSamples?.bytes ?? 0)
    const wasFull = row.samplesFullSince !== null
    const isFull = usedBytes >= (wasFull ? ROOM_BELOW : 1) * mostBytes
    const isNews = isNearlyFull(usedBytes, mostBytes) && row.storedSamples?.nearlyFull === false
    const verdict =
      isFull !== wasFull ? (isFull ? 'full' : 'room') : isNews ? 'nearlyFull' : undefined
    if (verdict === undefined) return
    if (isNews) {
      await transaction.storedSamples.update({
        where: { organizationId },
        data: { nearlyFull: true },
      })
    }
    if (verdict !== 'nearlyFull') {
      await transaction.organization.update({
        where: { id: organizationId },
        data: { samplesFullSince: isFull ? now : null },
      })
    }
    const actor = systemActor('storage', actingOrganization(row))
    await recordChange(
      { db: transaction, actor, now, address: null, requestId: null },
      {
        operation: `storage.${verdict}`,
        resource: organizationPath,
        after: { kind: 'samples', usedBytes, mostBytes },
      },
    )
  })
}
