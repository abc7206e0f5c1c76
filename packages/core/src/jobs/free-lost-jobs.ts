import type { Core } from '../context.ts'
import { Prisma } from '../database/generated/client.ts'
import { DELIVER } from '../events/index.ts'
import { ERASE } from '../telemetry/index.ts'
import { FORGET, MEASURE, recurringTasks, SWEEP, SWEEP_MINUTES } from './recurring.ts'

/** Jobs that block others in their queue, and a time that none of them takes, or hardly any. */
const QUEUED = [
  { tasks: [ERASE, DELIVER], minutes: 2 },
  { tasks: [SWEEP, MEASURE, FORGET], minutes: SWEEP_MINUTES },
]

/** A queue is locked and freed in the transaction of its job, so any time will do. */
const STRAY_MINUTES = 2

/** Also locks set while the clock of Postgres was ahead. */
const isOld = (minutes: number) => Prisma.sql`
  locked_at NOT BETWEEN now() - ${minutes} * interval '1 minute' AND now() + interval '1 minute'`

/**
 * Unlocks jobs whose process died: otherwise they would stay locked for four hours and block their queue. Other jobs of
 * the same runner stay locked. Running such a job twice does no harm, even concurrently. But then its queue may stay
 * locked: the second run ends without a job to delete, and the queue is freed only together with one. So queues that
 * are locked without a locked job are freed, too.
 *
 * A recurring job that is queued again while it runs loses its key and its other attempts. If it fails, it is removed
 * here, and the next one starts soon.
 *
 * Rows that a runner is changing are left to the next time: waiting for them could end in a deadlock.
 */
export async function freeLostJobs({ db }: Pick<Core, 'db'>): Promise<void> {
  for (const { tasks, minutes } of QUEUED) {
    await db.$executeRaw`
      UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL
      WHERE id IN (
        SELECT id FROM graphile_worker._private_jobs
        WHERE ${isOld(minutes)}
          AND task_id IN (SELECT id FROM graphile_worker._private_tasks WHERE identifier = ANY(${tasks}))
        FOR UPDATE SKIP LOCKED)`
  }
  await db.$executeRaw`
    WITH failed AS (
      DELETE FROM graphile_worker._private_jobs WHERE id IN (
        SELECT id FROM graphile_worker._private_jobs
        WHERE key IS NULL AND locked_at IS NULL AND attempts >= max_attempts AND task_id IN (
          SELECT id FROM graphile_worker._private_tasks WHERE identifier = ANY(${recurringTasks}))
        FOR UPDATE SKIP LOCKED)
      RETURNING task_id)
    UPDATE graphile_worker._private_jobs SET run_at = least(run_at, now() + interval '10 minutes')
    WHERE id IN (
      SELECT id FROM graphile_worker._private_jobs
      WHERE key = ANY(${recurringTasks}) AND locked_at IS NULL AND task_id IN (SELECT task_id FROM failed)
      FOR UPDATE SKIP LOCKED)`
  // A queue is removed once it is idle, perhaps while a job is being added to it.
  await db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET job_queue_id = NULL
    WHERE job_queue_id NOT IN (SELECT id FROM graphile_worker._private_job_queues)`
  await db.$executeRaw`
    UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL
    WHERE id IN (
      SELECT id FROM graphile_worker._private_job_queues AS queues
      WHERE ${isOld(STRAY_MINUTES)} AND NOT EXISTS (
        SELECT FROM graphile_worker._private_jobs AS jobs
        WHERE job_queue_id = queues.id AND jobs.locked_at IS NOT NULL)
      FOR UPDATE SKIP LOCKED)`
}
