import type { Core } from '../context.ts'
import { DELIVER } from '../events/index.ts'
import { ERASE } from '../telemetry/index.ts'

/**
 * Removes idle queues of organizations' jobs: a few for each with integrations, and one for each that ever erased
 * samples. A job that is being added may lose its queue this way. `freeLostJobs`, each minute, lets it run without one.
 */
export async function forgetQueues({ db }: Pick<Core, 'db'>): Promise<void> {
  for (const task of [DELIVER, ERASE]) {
    await db.$executeRaw`
      DELETE FROM graphile_worker._private_job_queues AS queues
      WHERE locked_at IS NULL AND starts_with(queue_name, ${`${task}/`})
        AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs WHERE job_queue_id = queues.id)`
  }
}
