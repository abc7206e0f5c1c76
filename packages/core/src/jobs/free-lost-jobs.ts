import type { Core } from '../context.ts'
import { DELIVER } from '../events/index.ts'
import { ERASE } from '../telemetry/index.ts'
import { FORGET, MEASURE, SWEEP, SWEEP_MINUTES } from './recurring.ts'

/** Jobs that others of their queue wait for, and how long none of them takes, or hardly any. */
const QUEUED = [
  { tasks: [ERASE, DELIVER], minutes: 2 },
  { tasks: [SWEEP, MEASURE, FORGET], minutes: SWEEP_MINUTES },
]

/**
 * Frees jobs whose process ended in the middle: they would be locked for four hours, and all others of their queue behind them.
 * So would those that were locked while the clock of Postgres was ahead. To do one again does no harm, even at the same time.
 */
export async function freeLostJobs({ db }: Pick<Core, 'db'>): Promise<void> {
  for (const { tasks, minutes } of QUEUED) {
    await db.$queryRaw`
      SELECT 1 AS freed FROM (
        SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM graphile_worker.jobs
        WHERE task_identifier = ANY(${tasks})
          AND locked_at NOT BETWEEN now() - ${minutes} * interval '1 minute' AND now() + interval '1 minute'
        HAVING count(*) > 0) AS workers`
  }
}
