import type { Core } from '../context.ts'

export const SWEEP = 'sweep'
export const FREE = 'free-lost-jobs'
export const EXPIRE = 'expire'
export const MEASURE = 'measure'
export const FORGET = 'forget-many-deliveries'

/** Minutes that no sweep takes, so that one which does is taken for lost. */
export const SWEEP_MINUTES = 10

/**
 * Those that share a queue are done one after the other on all processes together, however long they take. What frees such a
 * queue when a process was killed must not wait in it.
 */
const RECURRING = [
  { task: SWEEP, queue: SWEEP, every: '1 minute', at: '00:00' },
  { task: FREE, every: '1 minute', at: '00:00' },
  { task: MEASURE, queue: MEASURE, every: '1 minute', at: '00:00' },
  { task: FORGET, queue: FORGET, every: '1 hour', at: '00:41' },
  { task: EXPIRE, every: '1 day', at: '02:20' },
]

/**
 * Queues each recurring job for its next time in UTC, unless it waits for an earlier one: one waits, however many processes
 * ask, and a machine that was off makes up for it once. To be called at least once a minute. Only Postgres' clock counts. A
 * job that waits for a later time, since that clock or an older version's was ahead, is brought forward.
 */
export async function queueRecurring({ db }: Pick<Core, 'db'>): Promise<void> {
  await db.$executeRaw`
    WITH next AS (
      SELECT task, queue,
        date_bin(every::interval, now(), ('2000-01-01 ' || at || '+00')::timestamptz) + every::interval AS due
      FROM jsonb_to_recordset(${JSON.stringify(RECURRING)}::jsonb)
        AS recurring (task text, queue text, every text, at text))
    SELECT graphile_worker.add_job(task, queue_name := queue, job_key := task, run_at := due)
    FROM next WHERE NOT EXISTS (
      SELECT FROM graphile_worker.jobs
      WHERE key = task AND locked_at IS NULL AND run_at <= due AND attempts < max_attempts)`
}
