import type { Core } from '../context.ts'

export const SWEEP = 'sweep'
export const FREE = 'free-lost-jobs'
export const EXPIRE = 'expire'
export const MEASURE = 'measure'
export const FORGET = 'forget-many-deliveries'

/** A sweep that runs for longer is considered lost. */
export const SWEEP_MINUTES = 10

/**
 * Jobs in a queue run one at a time across all processes, however long they take. The job that unlocks a queue after a
 * process was killed must not be in one itself.
 */
const RECURRING = [
  { task: SWEEP, queue: SWEEP, every: '1 minute', at: '00:00' },
  { task: FREE, every: '1 minute', at: '00:00' },
  { task: MEASURE, queue: MEASURE, every: '1 minute', at: '00:00' },
  { task: FORGET, queue: FORGET, every: '1 hour', at: '00:41' },
  { task: EXPIRE, every: '1 day', at: '02:20' },
]

export const recurringTasks = RECURRING.map(({ task }) => task)

/**
 * Queues each recurring job for its next time in UTC, unless it is already due earlier. At most one of each is pending,
 * however many processes call this, and a machine that was off catches up once. To be called at least once a minute. Uses
 * the clock of Postgres only. A job scheduled too late, because that clock or an older version's was ahead, is moved
 * forward. A job whose queue is gone is never taken, so it does not count either.
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
      WHERE key = task AND queue_name IS NOT DISTINCT FROM queue
        AND locked_at IS NULL AND run_at <= due AND attempts < max_attempts)`
}
