import type { Core } from '../context.ts'
import { DELIVER } from '../events/index.ts'
import { ERASE } from '../telemetry/index.ts'

/** Jobs that wait for others of their queue. */
const QUEUED = [ERASE, DELIVER]

/**
 * Frees jobs whose process ended in the middle: they would be locked for four hours, and all others of their queue behind them.
 * Hardly any takes two minutes, and to do one again does no harm, even at the same time.
 */
export async function freeLostJobs({ db }: Pick<Core, 'db'>): Promise<void> {
  await db.$queryRaw`
    SELECT 1 AS freed FROM (
      SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM graphile_worker.jobs
      WHERE task_identifier = ANY(${QUEUED}) AND locked_at < now() - interval '2 minutes'
      HAVING count(*) > 0) AS workers`
}
