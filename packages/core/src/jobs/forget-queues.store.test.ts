import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '../database/client.ts'
import { wakeDeliveries } from '../events/index.ts'
import { ownDatabase } from '../testing/own-database.ts'
import { forgetQueues } from './forget-queues.ts'
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

async function queues(): Promise<(string | undefined)[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT queue_name AS name FROM graphile_worker._private_job_queues ORDER BY queue_name`
  return rows.map(({ name }) => name.split('/').slice(0, 2).join('/'))
}

const queueErasure = () => db.$queryRaw`
  SELECT 1 AS queued FROM (SELECT graphile_worker.add_job('erase', queue_name := 'erase/1')) AS jobs`

it("organizations' queues go with their last job, and those of recurring jobs stay", async () => {
  await queueRecurring({ db })
  await queueErasure()
  await db.$queryRaw`SELECT 1 AS queued FROM (SELECT graphile_worker.add_job(
    'erase', queue_name := 'erase/2', job_key := 'deliver/busy/erase')) AS jobs`
  for (const organization of ['idle', 'busy']) await wakeDeliveries(db, organization, ['hook'])
  await db.$executeRaw`
    DELETE FROM graphile_worker._private_jobs WHERE key IS NULL OR key NOT LIKE 'deliver/busy/%'`
  await forgetQueues({ db })
  expect(await queues()).toEqual([
    'deliver/busy',
    'erase/2',
    'forget-many-deliveries',
    'measure',
    'sweep',
  ])
})

it('a job whose queue is gone runs without one', async () => {
  await queueErasure()
  await db.$executeRaw`DELETE FROM graphile_worker._private_job_queues`
  await freeLostJobs({ db })
  const jobs = await db.$queryRaw`SELECT job_queue_id AS queue FROM graphile_worker._private_jobs`
  expect(jobs).toEqual([{ queue: null }])
})
