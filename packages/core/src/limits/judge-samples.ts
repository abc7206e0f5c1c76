import { systemActor } from '../actor.ts'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Database, Transaction } from '../database/client.ts'
import { isNearlyFull, quotaOf } from '../quotas/index.ts'
import { organizationPath } from '../scopes/index.ts'
import { actingOrganization } from './organization.ts'
import { readFigures } from './stored.ts'

/** A full organization may store samples again below this share of its quota, so that it does not flap. */
const ROOM_BELOW = 0.95

/**
 * Until the transaction ends, no other one changes the organization's quotas or checks usage against them. An advisory lock, to be
 * taken before the row's: a row lock alone would count as an unaudited write if nothing changes.
 */
export async function lockQuotas(db: Transaction, organizationId: string): Promise<void> {
  await db.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`quotas of ${organizationId}`}, 0))::text`
}

/**
 * Checks an organization's stored samples against their quota. Blocks new samples when it is used up, and unblocks them when there is
 * room; nodes follow within a second. Records both in the audit log, and once that the quota is nearly used up.
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
