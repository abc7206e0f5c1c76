import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '../database/client.ts'
import { ownDatabase } from '../testing/own-database.ts'
import { freeLostJobs } from './free-lost-jobs.ts'
import { queueRecurring } from './recurring.ts'

let database: Awaited<ReturnType<typeof ownDatabase>>
let db: Database
beforeEach(async () => {
  database = await ownDatabase(inject('databaseUrl'))
  db = openDatabase(database.url, 2)
})
afterEach(async () => {
  await db.$disconnect()
  await database.drop()
})

const waiting = () => db.$queryRaw`
  SELECT task_identifier AS task, queue_name AS queue, run_at
  FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts < max_attempts
  ORDER BY task_identifier`

it('of each one waits, for its next time, however many processes ask', async () => {
  await Promise.all([1, 2].map(() => queueRecurring({ db })))
  const within = async (period: string) => {
    const rows = await db.$queryRaw<{ task: string }[]>`
      SELECT task_identifier AS task FROM graphile_worker.jobs
      WHERE run_at > created_at AND run_at <= created_at + ${period}::interval ORDER BY task_identifier`
    return rows.map(({ task }) => task)
  }
  expect(await within('1 minute')).toEqual(
    expect.arrayContaining(['free-lost-jobs', 'measure', 'sweep']),
  )
  expect(await within('1 hour')).toContain('forget-many-deliveries')
  expect(await within('1 day')).toHaveLength(5)
  const times = await db.$queryRaw`
    SELECT task_identifier AS task, queue_name AS queue, to_char(run_at AT TIME ZONE 'UTC', 'MI:SS') AS time
    FROM graphile_worker.jobs WHERE task_identifier IN ('expire', 'forget-many-deliveries')
    ORDER BY task_identifier`
  expect(times).toEqual([
    { task: 'expire', queue: null, time: '20:00' },
    { task: 'forget-many-deliveries', queue: 'forget-many-deliveries', time: '41:00' },
  ])
})

it('what a clock that was ahead has queued for later is brought forward', async () => {
  await queueRecurring({ db })
  await db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() + interval '30 days'`
  await queueRecurring({ db })
  const [row] = await db.$queryRaw<[{ late: number; all: number }]>`
    SELECT count(*) FILTER (WHERE run_at > now() + interval '1 day')::int AS late, count(*)::int AS all
    FROM graphile_worker.jobs`
  expect(row).toEqual({ late: 0, all: 5 })
})

it('what is due and waits is left alone', async () => {
  await queueRecurring({ db })
  await db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET run_at = date_trunc('day', now()) - interval '1 day'`
  const before = await waiting()
  await queueRecurring({ db })
  expect(await waiting()).toEqual(before)
})

it('what is under way, or has failed for good, is queued once more', async () => {
  await queueRecurring({ db })
  await db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'one' WHERE key = 'sweep'`
  await db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = 'measure'`
  await Promise.all([1, 2].map(() => queueRecurring({ db })))
  expect(await waiting()).toEqual([
    expect.objectContaining({ task: 'expire' }),
    expect.objectContaining({ task: 'forget-many-deliveries' }),
    expect.objectContaining({ task: 'free-lost-jobs', queue: null }),
    expect.objectContaining({ task: 'measure', queue: 'measure' }),
    expect.objectContaining({ task: 'sweep', queue: 'sweep' }),
  ])
})

it('a job whose queue is gone is queued once more, as no process would take it', async () => {
  await queueRecurring({ db })
  const before = await waiting()
  await db.$executeRaw`DELETE FROM graphile_worker._private_job_queues WHERE queue_name = 'sweep'`
  await queueRecurring({ db })
  expect(await waiting()).toEqual(before)
})

it('a job that fails after the next one was queued is removed, and the next one starts within ten minutes', async () => {
  await queueRecurring({ db })
  const isRunning = (value: boolean) => db.$executeRaw`
    UPDATE graphile_worker._private_jobs
    SET attempts = greatest(attempts, 1), locked_by = 'one', locked_at = CASE WHEN ${value} THEN now() END
    WHERE id = (SELECT min(id) FROM graphile_worker.jobs WHERE task_identifier = 'expire')`
  await isRunning(true)
  await queueRecurring({ db })
  await freeLostJobs({ db })
  const jobs = () => db.$queryRaw`
    SELECT key, run_at <= now() + interval '10 minutes' AS soon
    FROM graphile_worker._private_jobs WHERE task_id = (
      SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'expire') ORDER BY id`
  // The day may end in less than ten minutes.
  expect(await jobs()).toMatchObject([{ key: null }, { key: 'expire' }])
  await isRunning(false)
  await freeLostJobs({ db })
  expect(await jobs()).toEqual([{ key: 'expire', soon: true }])
})
