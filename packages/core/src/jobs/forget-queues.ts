import type { Core } from '../context.ts'
import { DELIVER } from '../events/index.ts'

/**
 * Removes queues of deliveries that have no job: a few for each organization with integrations are left over. A job
 * that is being queued may lose its queue this way, and is then never taken. Sweeps queue overdue deliveries again. No
 * other job is queued again, so other queues stay, and jobs that an earlier version left without their queue run
 * without one.
 */
export async function forgetQueues({ db }: Pick<Core, 'db'>): Promise<void> {
  await db.$executeRaw`
    DELETE FROM graphile_worker._private_job_queues AS queues
    WHERE locked_at IS NULL AND starts_with(queue_name, ${`${DELIVER}/`})
      AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs WHERE job_queue_id = queues.id)`
  await db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET job_queue_id = NULL
    WHERE job_queue_id NOT IN (SELECT id FROM graphile_worker._private_job_queues)`
}
