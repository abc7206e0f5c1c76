import type { Core } from '../context.ts'
import { DELIVER } from '../events/index.ts'
import { ERASE } from '../telemetry/index.ts'
import { FORGET, MEASURE, SWEEP, SWEEP_MINUTES } from './recurring.ts'

/** Jobs that block others in their queue, and a time that none of them takes, or hardly any. */
const QUEUED = [
  { tasks: [ERASE, DELIVER], minutes: 2 },
  { tasks: [SWEEP, MEASURE, FORGET], minutes: SWEEP_MINUTES },
]

/**
 * Unlocks jobs whose process died: otherwise they would stay locked for four hours and block their queue. So would jobs
 * locked while the clock of Postgres was ahead. Running such a job twice does no harm, even concurrently.
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
