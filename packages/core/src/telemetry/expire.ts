import { batchesOf, settleInSequence } from '@sluice/runtime'
import { startOfDaysAgo } from '@sluice/telemetry'
import type { Core } from '../context.ts'
import { boundedMetrics } from './bounded-metrics.ts'

/** Metrics in one statement. */
const BATCH = 500

/**
 * Removes expired samples, by whole UTC days. No sample goes early. Run daily, so each goes within a day of its time.
 * Any number of processes may run it concurrently. Rejects as the store does. Idempotent.
 */
export async function expireSamples({
  db,
  telemetry,
  clock,
}: Pick<Core, 'db' | 'telemetry' | 'clock'>): Promise<void> {
  const now = clock()
  const batches = [...batchesOf(await boundedMetrics(db), BATCH)]
  await settleInSequence(
    batches.map((batch) => () => {
      const ends = batch.map(({ days, ...own }) => ({ ...own, before: startOfDaysAgo(now, days) }))
      return telemetry.expire(ends)
    }),
  )
}
