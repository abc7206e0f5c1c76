import { lotsOf, settleInSequence } from '@sluice/runtime'
import { startOfDaysAgo } from '@sluice/telemetry'
import type { Core } from '../context.ts'
import { boundedMetrics } from './bounded-metrics.ts'

/** Metrics that one statement names. */
const LOT = 500

/**
 * Removes the samples whose time is over, by whole days in UTC. No sample goes early. Run daily, each goes
 * within a day of its time. Any number of processes may do so at once. Rejects as the store does; running
 * it again does no harm.
 */
export async function expireSamples({
  db,
  telemetry,
  clock,
}: Pick<Core, 'db' | 'telemetry' | 'clock'>): Promise<void> {
  const now = clock()
  const lots = [...lotsOf(await boundedMetrics(db), LOT)]
  await settleInSequence(
    lots.map((lot) => () => {
      const ends = lot.map(({ days, ...own }) => ({ ...own, before: startOfDaysAgo(now, days) }))
      return telemetry.expire(ends)
    }),
  )
}
