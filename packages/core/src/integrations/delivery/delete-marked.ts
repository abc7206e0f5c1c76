import { settleInRounds, settleInSequence } from '@sluice/runtime'
import type { Core } from '../../context.ts'
import type { DeliverJob } from '../../events/index.ts'

type Owner = Pick<DeliverJob, 'organizationId'>

/** Rows deleted by one statement, to keep locks short. See `bring-forward.ts`. */
const BATCH = 5_000

/** Batches in one sweep, which has other work, too; the next sweep continues. */
const BATCHES = 20

/** Longer than any transaction: one that began earlier may still insert a delivery, which needs the row. */
const AFTER_MS = 300_000

/**
 * Deletes the deliveries of deleted integrations, and then the integrations themselves. Organizations take turns, a
 * batch each, so that none waits for another that keeps deleting.
 */
export async function deleteMarked(
  core: Pick<Core, 'db' | 'clock'>,
  batchSize = BATCH,
): Promise<void> {
  const owners = await core.db.$queryRaw<Owner[]>`
    SELECT "organizationId" FROM integrations
    WHERE "deletedAt" IS NOT NULL GROUP BY "organizationId" ORDER BY min("deletedAt")`
  if (owners.length === 0) return
  let batchesLeft = BATCHES
  const turn = async (owner: Owner) => {
    if (batchesLeft === 0) return false
    const deleted = await deleteBatch(core, owner, batchSize)
    if (deleted > 0) batchesLeft -= 1
    return deleted >= batchSize
  }
  await settleInSequence([() => settleInRounds(owners, turn), () => deleteEmpty(core)])
}

/** Deletes the marked integrations of which nothing is left. */
async function deleteEmpty({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - AFTER_MS)
  await db.$executeRaw`
    DELETE FROM integrations AS one WHERE "deletedAt" < ${before}
      AND NOT EXISTS (
        SELECT 1 FROM deliveries
        WHERE "organizationId" = one."organizationId" AND "integrationId" = one.lane)
      AND NOT EXISTS (
        SELECT 1 FROM threshold_breaches
        WHERE "organizationId" = one."organizationId" AND "integrationId" = one.lane)`
}

/** Leaves out deliveries that a round still has to settle. */
async function deleteBatch(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { organizationId }: Owner,
  batchSize: number,
): Promise<number> {
  const deliveries = await db.$executeRaw`
    WITH batch AS (
      SELECT one.id FROM integrations AS gone, deliveries AS one
      WHERE gone."organizationId" = ${organizationId} AND gone."deletedAt" IS NOT NULL
        AND one."organizationId" = ${organizationId} AND one."integrationId" = gone.lane
        AND (one."leasedUntil" IS NULL OR one."leasedUntil" <= ${clock()})
      LIMIT ${batchSize} FOR UPDATE OF one SKIP LOCKED)
    DELETE FROM deliveries WHERE "organizationId" = ${organizationId} AND id IN (SELECT id FROM batch)`
  const breaches = await db.$executeRaw`
    WITH batch AS (
      SELECT one."integrationId", one."thingId", one.metric FROM integrations AS gone, threshold_breaches AS one
      WHERE gone."organizationId" = ${organizationId} AND gone."deletedAt" IS NOT NULL
        AND one."organizationId" = ${organizationId} AND one."integrationId" = gone.lane
      LIMIT ${batchSize} FOR UPDATE OF one SKIP LOCKED)
    DELETE FROM threshold_breaches WHERE "organizationId" = ${organizationId}
      AND ("integrationId", "thingId", metric) IN (SELECT * FROM batch)`
  return Math.max(deliveries, breaches)
}
