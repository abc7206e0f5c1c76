import { settleInSequence } from '@sluice/runtime'
import type { Core } from '../../context.ts'
import type { DeliverJob } from '../../events/index.ts'

/** Rows that one statement deletes, so that none holds its locks for long. */
const LOT = 5_000

/** Lots of one sweep, which has other work too; the next one goes on. */
const LOTS = 20

/** Longer than any transaction: one that began before may still note a delivery, which needs the row. */
const AFTER_MS = 300_000

/** Deletes the deliveries of integrations that were deleted, and these once none is left. They take turns, a lot each. */
export async function deleteMarked(core: Pick<Core, 'db' | 'clock'>, lot = LOT): Promise<void> {
  const marked = await core.db.$queryRaw<DeliverJob[]>`
    SELECT "organizationId", lane AS "integrationId" FROM integrations
    WHERE "deletedAt" IS NOT NULL ORDER BY "deletedAt"`
  if (marked.length === 0) return
  let waiting = marked
  for (let lots = LOTS; lots > 0 && waiting.length > 0; ) {
    const turns = waiting.slice(0, lots)
    const full = new Set<DeliverJob>()
    await settleInSequence(
      turns.map((one) => async () => {
        if ((await deleteLot(core, one, lot)) >= lot) full.add(one)
      }),
    )
    lots -= turns.length
    waiting = [...waiting.slice(turns.length), ...turns.filter((one) => full.has(one))]
  }
  const before = new Date(core.clock().getTime() - AFTER_MS)
  await core.db.$executeRaw`
    DELETE FROM integrations AS one WHERE "deletedAt" < ${before}
      AND NOT EXISTS (
        SELECT 1 FROM deliveries
        WHERE "organizationId" = one."organizationId" AND "integrationId" = one.lane)
      AND NOT EXISTS (
        SELECT 1 FROM threshold_breaches
        WHERE "organizationId" = one."organizationId" AND "integrationId" = one.lane)`
}

/** Leaves out what a round is still about to settle. */
async function deleteLot(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { organizationId, integrationId }: DeliverJob,
  lot: number,
): Promise<number> {
  const deliveries = await db.$executeRaw`
    DELETE FROM deliveries WHERE "organizationId" = ${organizationId} AND id IN (
      SELECT id FROM deliveries
      WHERE "organizationId" = ${organizationId} AND "integrationId" = ${integrationId}
        AND ("leasedUntil" IS NULL OR "leasedUntil" <= ${clock()})
      LIMIT ${lot} FOR UPDATE SKIP LOCKED)`
  const breaches = await db.$executeRaw`
    DELETE FROM threshold_breaches WHERE "organizationId" = ${organizationId}
      AND ("integrationId", "thingId", metric) IN (
        SELECT "integrationId", "thingId", metric FROM threshold_breaches
        WHERE "organizationId" = ${organizationId} AND "integrationId" = ${integrationId}
        LIMIT ${lot} FOR UPDATE SKIP LOCKED)`
  return Math.max(deliveries, breaches)
}
