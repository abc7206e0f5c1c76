import type { EventType } from '@sluice/contract'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { fragileLink } from '../changes/testing/fragile-link.ts'
import type { Core } from '../context.ts'
import { openDatabase } from '../database/client.ts'
import { connections } from '../database/connections.ts'
import { DELIVERING, wakeDeliveries } from '../events/wake.ts'
import { fine } from '../integrations/delivery/testing/new-receiver.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { ownDatabase } from '../testing/own-database.ts'
import { freeLostJobs } from './free-lost-jobs.ts'
import { EXPIRE, FORGET, MEASURE, queueRecurring, SWEEP } from './recurring.ts'
import { openJobWorker } from './work.ts'

let database: Awaited<ReturnType<typeof ownDatabase>>
let client: Client
beforeEach(async () => {
  database = await ownDatabase(inject('databaseUrl'))
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  // On a slow machine runners end after a worker has stopped waiting for them.
  await vi.waitFor(async () => expect(await otherSessions()).toBe(0), 20_000)
  await client.end()
  await database.drop()
})

async function otherSessions(): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  )
  return rows[0].count
}

function openWorker(core: object, databaseUrl: string, onFault: (fault: unknown) => void) {
  const send = () => Promise.reject(new Error('Nothing is sent.'))
  const onQueue = (fault: unknown) => fault && onFault(fault)
  return openJobWorker({ core: core as Core, databaseUrl, sweeps: false, onFault, onQueue, send })
}

async function queueErasureOf(thing: number): Promise<void> {
  const job = { organization: 1, thing, metrics: null, from: 0, to: 1, below: '1' }
  await client.query(`SELECT graphile_worker.add_job('erase', $1::json)`, [JSON.stringify(job)])
}

it.each(['failed', 'was done'])(
  'a database that is lost while a job %s ends no process, and jobs go on when it is back',
  async (end) => {
    const link = await fragileLink(database.url)
    const unhandled: unknown[] = []
    const note = (fault: unknown) => unhandled.push(fault)
    process.on('unhandledRejection', note)
    const erased: number[] = []
    const erase = async ({ thing }: { thing: number }) => {
      erased.push(thing)
      if (thing === 2) return
      link.cut()
      if (end === 'failed') throw new Error('out of reach')
    }
    const onFault = vi.fn()
    const worker = openWorker({ telemetry: { erase } }, link.url, onFault)
    await queueErasureOf(1)
    await vi.waitFor(() => expect(onFault).toHaveBeenCalled(), 20_000)
    expect(erased).toEqual([1])
    await queueErasureOf(2)
    link.mend()
    await vi.waitFor(() => expect(erased).toContain(2), 20_000)
    expect(unhandled).toEqual([])
    process.off('unhandledRejection', note)
    await worker.close()
    await link.close()
  },
  60_000,
)

it('a lost database is reported, and its return', async () => {
  const link = await fragileLink(database.url)
  const onQueue = vi.fn()
  const worker = openJobWorker({
    ...{ core: {} as Core, databaseUrl: link.url, sweeps: false, onQueue },
    onFault: () => expect.fail('no job failed'),
    send: () => Promise.reject(new Error('Nothing is sent.')),
  })
  // One that is cut off before its first look at the queue takes its time to look again.
  await vi.waitFor(async () => {
    const sql = `SELECT count(*)::int AS all, count(*) FILTER (WHERE query LIKE 'LISTEN%')::int AS listening,
        count(*) FILTER (WHERE query LIKE '%_private_jobs%')::int AS looking
      FROM pg_stat_activity WHERE application_name = 'sluice jobs' AND datname = current_database()`
    const { deliveries, erasures, otherJobs } = connections
    const all = deliveries + erasures + otherJobs
    expect((await client.query(sql)).rows).toEqual([{ all, listening: 3, looking: all - 3 }])
  }, 20_000)
  expect(onQueue).not.toHaveBeenCalled()
  link.cut()
  await vi.waitFor(() => expect(onQueue).toHaveBeenCalledWith(expect.any(Error)), 20_000)
  link.mend()
  await vi.waitFor(() => expect(onQueue).toHaveBeenLastCalledWith(undefined), 20_000)
  await worker.close()
  await link.close()
}, 60_000)

it('jobs go on after the database was lost and one ended before it and another after', async () => {
  const link = await fragileLink(database.url)
  const erased: number[] = []
  let endSecond = () => {}
  const erase = async ({ thing }: { thing: number }) => {
    erased.push(thing)
    if (thing === 1) {
      await vi.waitFor(() => expect(erased).toContain(2), 20_000)
      link.cut()
    }
    if (thing === 2) {
      await new Promise<void>((resolve) => {
        endSecond = resolve
      })
    }
  }
  const onFault = vi.fn()
  const worker = openWorker({ telemetry: { erase } }, link.url, onFault)
  await queueErasureOf(1)
  await queueErasureOf(2)
  await vi.waitFor(() => expect(onFault).toHaveBeenCalled(), 20_000)
  link.mend()
  endSecond()
  await queueErasureOf(3)
  await vi.waitFor(() => expect(erased).toContain(3), 20_000)
  await worker.close()
  await link.close()
}, 60_000)

it('erasures that fail take nobody else’s place', async () => {
  const db = openDatabase(database.url, 2)
  const failing = { erase: () => Promise.reject(new Error('out of reach')) }
  const onFault = vi.fn()
  const worker = openWorker({ db, telemetry: failing }, database.url, onFault)
  await queueErasureOf(1)
  await queueErasureOf(2)
  await vi.waitFor(async () => {
    const sql = `SELECT count(*)::int AS waiting FROM graphile_worker.jobs
      WHERE task_identifier = 'erase' AND run_at > now() AND locked_at IS NULL`
    expect((await client.query(sql)).rows).toEqual([{ waiting: 2 }])
    expect(onFault).toHaveBeenCalledTimes(2)
  }, 20_000)
  await worker.close()
  await db.$disconnect()
}, 60_000)

it('an erasure that fails is tried again soon, however often it failed', async () => {
  const db = openDatabase(database.url, 2)
  const failing = { erase: () => Promise.reject(new Error('out of reach')) }
  const core = { db, telemetry: failing }
  const onFault = vi.fn()
  const worker = openWorker(core, database.url, onFault)
  const job = { organization: 1, thing: 1, metrics: null, from: 0, to: 1, below: '1' }
  const add = `SELECT graphile_worker.add_job('erase', $1::json, job_key := 'erase/one')`
  for (let time = 1; time <= 8; time += 1) {
    // Replaces the one that waits.
    await client.query(add, [JSON.stringify(job)])
    await vi.waitFor(() => expect(onFault).toHaveBeenCalledTimes(time), 20_000)
    await vi.waitFor(async () => {
      const sql = `SELECT attempts, locked_at, run_at < now() + interval '20 seconds' AS soon
        FROM graphile_worker.jobs WHERE task_identifier = 'erase'`
      expect((await client.query(sql)).rows).toEqual([{ attempts: 0, locked_at: null, soon: true }])
    }, 20_000)
  }
  await worker.close()
  await db.$disconnect()
}, 60_000)

it('an organization whose receivers never answer keeps neither others’ deliveries nor erasures waiting', async () => {
  const core = openTestCore(new Date(), { databaseUrl: database.url })
  const listening = async (integrations: number) => {
    const { act } = await newOrganization(core)
    await act('thingTypes.create', { body: { id: 'truck', name: 'Truck' } })
    const eventTypes: EventType[] = ['thing.created']
    for (let i = 0; i < integrations; i += 1) {
      const body = {
        id: `hook-${i}`,
        name: 'Hook',
        url: `https://${integrations}.example`,
        eventTypes,
      }
      await act('integrations.create', { body: body as never })
    }
    await act('things.create', { body: { id: 'truck-1', name: 'Truck', thingTypeId: 'truck' } })
  }
  await listening(50)
  const [sent, erased]: [string[], number[]] = [[], []]
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => {})
  const send = ({ url }: { url: string }) => {
    sent.push(url)
    return url.includes('50.example') ? stopped.promise : Promise.resolve(fine)
  }
  const erase = async ({ thing }: { thing: number }) => void erased.push(thing)
  const worker = openJobWorker({
    core: { ...core, telemetry: { ...core.telemetry, erase } } as never,
    ...{ databaseUrl: database.url, sweeps: false, send, onFault: () => {}, onQueue: () => {} },
  })
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(2), 20_000)
  await listening(1)
  await queueErasureOf(7)
  await vi.waitFor(() => {
    expect(sent).toContain('https://1.example')
    expect(erased).toEqual([7])
  }, 20_000)
  expect(sent.filter((url) => url.includes('50.example')).length).toBeLessThanOrEqual(DELIVERING)
  stopped.reject(new Error('closed'))
  await worker.close()
  await core.close()
}, 60_000)

it('deliveries whose process ended within the job are taken up again, with those behind them', async () => {
  const db = openDatabase(database.url, 2)
  await wakeDeliveries(db, 'org', ['hook'])
  for (const table of ['_private_jobs', '_private_job_queues']) {
    await client.query(`UPDATE graphile_worker.${table}
      SET locked_by = 'gone', locked_at = now() - interval '3 minutes'`)
  }
  await freeLostJobs({ db })
  for (const table of ['_private_jobs', '_private_job_queues']) {
    const { rows } = await client.query(`SELECT locked_by FROM graphile_worker.${table}`)
    expect(rows).toEqual([{ locked_by: null }])
  }
  await db.$disconnect()
})

it('a lost job is freed alone, and its queue: the runner that lost it goes on with others', async () => {
  const db = openDatabase(database.url, 2)
  await wakeDeliveries(db, 'lost', ['hook'])
  await wakeDeliveries(db, 'running', ['hook'])
  const locks = async () => {
    const { rows } = await client.query(`
      SELECT queue_name AS queue, jobs.locked_by AS job, queues.locked_by AS held
      FROM graphile_worker._private_jobs AS jobs
      JOIN graphile_worker._private_job_queues AS queues ON queues.id = job_queue_id ORDER BY queue_name`)
    return rows.map(({ queue, job, held }) => [queue.split('/')[1], job, held])
  }
  for (const table of ['_private_jobs', '_private_job_queues']) {
    await client.query(`UPDATE graphile_worker.${table} SET locked_by = 'one', locked_at = now()`)
  }
  await client.query(`UPDATE graphile_worker._private_jobs
    SET locked_at = now() - interval '3 minutes' WHERE key LIKE 'deliver/lost/%'`)
  await client.query(`UPDATE graphile_worker._private_job_queues
    SET locked_at = now() - interval '3 minutes' WHERE queue_name LIKE 'deliver/lost/%'`)
  await freeLostJobs({ db })
  expect(await locks()).toEqual([
    ['lost', null, null],
    ['running', 'one', 'one'],
  ])
  await db.$disconnect()
})

it('a queue is freed that nobody holds: a job that was taken for lost ended first, then its second run', async () => {
  const db = openDatabase(database.url, 2)
  await wakeDeliveries(db, 'org', ['hook'])
  const heldBy = async () => {
    await freeLostJobs({ db })
    const { rows } = await client.query(
      'SELECT locked_by AS by FROM graphile_worker._private_job_queues',
    )
    return rows.map(({ by }) => by)
  }
  const lock = (minutes: number) =>
    client.query(
      `UPDATE graphile_worker._private_job_queues
       SET locked_by = 'one', locked_at = now() - $1 * interval '1 minute'`,
      [minutes],
    )
  await lock(1)
  expect(await heldBy()).toEqual(['one'])
  for (const minutes of [3, -5]) {
    await lock(minutes)
    expect(await heldBy()).toEqual([null])
  }
  await db.$disconnect()
})

/** Queues a sweep as it is each minute, for now, and nothing else that recurs. */
async function queueSweep(): Promise<void> {
  const db = openDatabase(database.url, 1)
  await queueRecurring({ db })
  await db.$disconnect()
  await client.query(`DELETE FROM graphile_worker._private_jobs WHERE key <> 'sweep'`)
  await client.query(
    `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key = 'sweep' AND locked_at IS NULL`,
  )
}

/** A core whose jobs for all organizations run until they are released; also records what began in it. */
function slowJobs() {
  const [begun, erased]: [unknown[], number[]] = [[], []]
  const { promise, resolve: release } = Promise.withResolvers<unknown[]>()
  const begin = (name: string) => () => {
    begun.push(name)
    return promise
  }
  const erase = async ({ thing }: { thing: number }) => void erased.push(thing)
  const forget = begin('forget')
  // Erasures queue their jobs.
  const queryRaw = async ([text = '']: readonly string[]) => {
    if (text.includes('clock_timestamp')) return [{ now: new Date() }]
    return text.includes('delivery_hours') ? forget() : []
  }
  const core = {
    // Lost jobs are freed whenever a minute begins.
    db: { $queryRaw: queryRaw, $executeRaw: async () => 0, $transaction: begin('sweep') },
    ...{ usage: { query: begin('measure') }, clock: () => new Date(), telemetry: { erase } },
  }
  return { begun, erased, release: () => release([]), core }
}

it('erasures that hang keep no sweep waiting', async () => {
  const { begun, release, core } = slowJobs()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const erased: number[] = []
  const erase = ({ organization }: { organization: number }) => {
    erased.push(organization)
    return answered
  }
  for (let organization = 1; organization <= 12; organization += 1) {
    const job = { organization, thing: 1, metrics: null, from: 0, to: 1, below: '1' }
    const add = `SELECT graphile_worker.add_job('erase', $1::json, queue_name := $2)`
    await client.query(add, [JSON.stringify(job), `erase/${organization}`])
  }
  const worker = openWorker({ ...core, telemetry: { erase } }, database.url, () => {})
  await vi.waitFor(() => expect(erased).toHaveLength(6), 20_000)
  await client.query('SELECT graphile_worker.add_job($1)', [SWEEP])
  await vi.waitFor(() => expect(begun).toEqual(['sweep']), 20_000)
  expect(erased).toHaveLength(6)
  answer()
  release()
  await worker.close()
}, 60_000)

it('long jobs keep no erasure waiting, though those of a task share no queue', async () => {
  const { begun, erased, release, core } = slowJobs()
  for (const task of [SWEEP, MEASURE, FORGET]) {
    for (let i = 0; i < 4; i += 1) {
      await client.query('SELECT graphile_worker.add_job($1)', [task])
    }
  }
  const worker = openWorker(core, database.url, () => {})
  await vi.waitFor(() => expect(new Set(begun).size).toBe(3), 20_000)
  await queueErasureOf(7)
  await vi.waitFor(() => expect(erased).toEqual([7]), 20_000)
  expect(begun.toSorted()).toEqual(['forget', 'measure', 'sweep'])
  release()
  await worker.close()
}, 60_000)

it('of the sweeps that are queued each minute one is under way on all processes, and one waits', async () => {
  const { begun, erased, release, core } = slowJobs()
  const workers = [0, 1].map(() => openWorker({ ...core }, database.url, () => {}))
  await vi.waitFor(queueSweep, 20_000)
  await vi.waitFor(() => expect(begun).not.toEqual([]), 20_000)
  for (let minute = 0; minute < 5; minute += 1) await queueSweep()
  for (const thing of [1, 2, 3]) await queueErasureOf(thing)
  await vi.waitFor(() => expect(erased.toSorted()).toEqual([1, 2, 3]), 20_000)
  // When a minute begins, other recurring jobs may begin before they are removed.
  expect(begun.filter((job) => job === 'sweep')).toEqual(['sweep'])
  const sql = `SELECT count(locked_at)::int AS running, count(*)::int AS all
    FROM graphile_worker.jobs WHERE task_identifier = 'sweep'`
  expect((await client.query(sql)).rows).toEqual([{ running: 1, all: 2 }])
  release()
  await Promise.all(workers.map((worker) => worker.close()))
}, 60_000)

it.each([
  [9, 'gone'],
  [11, null],
  [-2, null],
])('a sweep that began %i minutes ago and has not ended is locked by: %s', async (minutes, by) => {
  const db = openDatabase(database.url, 2)
  await wakeDeliveries(db, 'org', ['hook'])
  await client.query('DELETE FROM graphile_worker._private_jobs')
  await queueSweep()
  for (const table of ['_private_jobs', '_private_job_queues']) {
    await client.query(
      `UPDATE graphile_worker.${table} SET locked_by = 'gone', locked_at = now() - $1 * interval '1 minute'`,
      [minutes],
    )
  }
  await freeLostJobs({ db })
  const { rows } = await client.query(`SELECT locked_by FROM graphile_worker._private_jobs`)
  expect(rows).toEqual([{ locked_by: by }])
  await db.$disconnect()
})

it('a node whose clock is ahead measures what is stored at the time of the database', async () => {
  const query = vi.fn(async (_statement: string, _params: { from: number }) => [])
  const db = openDatabase(database.url, 2)
  const clock = () => new Date('3000-01-01T00:00:00Z')
  const worker = openWorker({ db, usage: { query }, clock }, database.url, () => {})
  await client.query('SELECT graphile_worker.add_job($1)', [MEASURE])
  await vi.waitFor(() => expect(query).toHaveBeenCalledOnce(), 20_000)
  expect(query.mock.calls[0]?.[1].from).toBeLessThan(Date.parse('2999-01-01T00:00:00Z') / 1000)
  await worker.close()
  await db.$disconnect()
}, 60_000)

it('idle queues are removed although what is too old could not be', async () => {
  const db = openDatabase(database.url, 2)
  await wakeDeliveries(db, 'org', ['hook'])
  await client.query('DELETE FROM graphile_worker._private_jobs')
  const onFault = vi.fn()
  const clock = () => {
    throw new Error('out of order')
  }
  const worker = openWorker({ db, clock }, database.url, onFault)
  await client.query('SELECT graphile_worker.add_job($1)', [EXPIRE])
  await vi.waitFor(() => expect(onFault).toHaveBeenCalled(), 20_000)
  const { rows } = await client.query('SELECT queue_name FROM graphile_worker._private_job_queues')
  expect(rows).toEqual([])
  await worker.close()
  await db.$disconnect()
}, 60_000)
