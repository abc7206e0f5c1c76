import { randomBytes, randomUUID } from 'node:crypto'
import { type Lease, LeaseLost, partitionOf, type SharedLog, type Signal } from '@sluice/telemetry'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { openDatabase } from '../database/client.ts'
import { queueErasure } from '../telemetry/erasure-jobs.ts'
import { ownDatabase } from '../testing/own-database.ts'
import { leaveSharedLog } from './leave-shared-log.ts'
import { openPostgresLog } from './postgres-log.ts'
import { recordOf } from './testing/records.ts'

let database: Awaited<ReturnType<typeof ownDatabase>>
let client: pg.Client
const opened: SharedLog[] = []
beforeEach(async () => {
  database = await ownDatabase(inject('databaseUrl'))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((log) => log.close()))
  await client.end()
  await database.drop()
})

/** A node with a started log. */
async function node(id = randomUUID()): Promise<SharedLog> {
  const log = openPostgresLog(database.url, id)
  opened.push(log)
  await log.start(async () => 0n)
  return log
}

const limit = { bytes: 1_000_000, runs: 1000, records: 1000 }

const leaseOf = async (log: SharedLog, partition: number): Promise<Lease | undefined> =>
  (await log.beat()).leases.find((lease) => lease.partition === partition)

async function held(log: SharedLog): Promise<Lease> {
  const lease = await leaseOf(log, 3)
  if (!lease) throw new Error('The node has no lease of the partition.')
  return lease
}

/** As if time had passed: all leases have ended. */
const endLeases = () =>
  client.query(`UPDATE sample_flushers SET "leasedUntil" = now() - interval '1 second'`)

const progressOf = async (log: SharedLog) =>
  (await log.progress()).find(({ partition }) => partition === 3)

it('positions begin above every version of the store, once', async () => {
  const log = openPostgresLog(database.url)
  opened.push(log)
  await expect(log.takeVersion(3)).rejects.toThrow('not started')
  const highest = 9_000_000_000_000_000_000n
  await log.start(async () => highest)
  await log.start(async () => {
    throw new Error('It was asked before.')
  })
  expect(await log.takeVersion(3)).toBeGreaterThan(highest)
})

it('records are read in the order of their commits, bytes and versions unchanged', async () => {
  const [one, two] = await Promise.all([node(), node()])
  const records = [recordOf(1), recordOf(2), recordOf(3)]
  await one.append(3, records[0] as never)
  const between = await two.takeVersion(3)
  await two.append(3, records[1] as never)
  await one.append(3, records[2] as never)
  const batch = await one.plan(await held(one), limit, false)
  expect(batch?.records.map(({ bytes }) => bytes)).toEqual(records.map(({ bytes }) => bytes))
  const positions = batch?.records.map(({ position }) => position) ?? []
  expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(positions[0]).toBeLessThan(between)
  expect(positions[1]).toBeGreaterThanOrEqual(between)
  const to = batch?.records.at(-1)?.end
  expect(batch).toMatchObject({ from: 1n, to, more: false, repeats: false })
})

it('large records come in pieces, and are whole wherever they are read', async () => {
  const log = await node()
  const from = (await progressOf(log))?.tail ?? 0n
  const sizes = [1, 1_000_000, 768 * 1024, 5, 3_000_001]
  const records = sizes.map((size, i) => ({ ...recordOf(i), bytes: randomBytes(size) }))
  for (const record of records) await log.append(3, record)
  const bytes = records.map((record) => record.bytes)
  const roomy = { ...limit, bytes: 100_000_000 }
  const lease = await held(log)
  const batch = await log.plan(lease, roomy, false)
  expect(batch?.records.map((record) => record.bytes)).toEqual(bytes)
  expect((await log.follow(3, from, roomy.bytes)).map((record) => record.bytes)).toEqual(bytes)
  const last = batch?.records.at(-1)
  if (!last) throw new Error('No record was planned.')
  await log.park(lease, last)
  expect((await log.parked(lease))?.bytes).toEqual(bytes.at(-1))
})

it('concurrent appends of many nodes get distinct versions without a gap in what is read', async () => {
  const nodes = await Promise.all([node(), node(), node()])
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => (nodes[i % 3] as SharedLog).append(3, recordOf(i))),
  )
  const batch = await nodes[0]?.plan(await held(nodes[0]), limit, false)
  const positions = batch?.records.map(({ position }) => position) ?? []
  expect(new Set(positions).size).toBe(60)
})

it('finishing moves the applied offset, and notifies every node', async () => {
  const [one, two] = await Promise.all([node(), node()])
  const heard: Signal[] = []
  two.listen((signal) => heard.push(signal))
  await one.append(3, recordOf(1))
  const lease = await held(one)
  const batch = await one.plan(lease, limit, false)
  if (!batch) throw new Error('Nothing is pending.')
  await expect
    .poll(async () => {
      await one.hurry([3])
      return heard.length
    })
    .toBeGreaterThan(0)
  await one.finish(lease, batch)
  expect(await progressOf(two)).toMatchObject({ tail: batch.to, applied: batch.to, parked: 0 })
  expect((await one.beat()).partitions[3]).toMatchObject({ pendingBytes: 0, lagSeconds: 0 })
  await expect
    .poll(() => heard.at(-1))
    .toEqual({ kind: 'applied', partition: 3, applied: batch.to, parked: 0 })
  expect(await one.plan(lease, limit, false)).toBeUndefined()
})

it('a late outcome of a batch changes nothing while the lease is held', async () => {
  const log = await node()
  for (const value of [1, 2]) await log.append(3, recordOf(value))
  const lease = await held(log)
  const batch = await log.plan(lease, { ...limit, records: 1 }, true)
  const first = batch?.records[0]
  if (!batch || !first) throw new Error('Nothing is pending.')
  expect(await log.finish(lease, batch)).toBe(true)
  expect(await log.finish(lease, batch)).toBe(false)
  await log.fail(lease, batch)
  await log.park(lease, first)
  expect(await progressOf(log)).toMatchObject({ applied: batch.to, failing: false, parked: 0 })
  const next = await log.plan(lease, limit, false)
  const second = next?.records[0]
  if (!second) throw new Error('Nothing is pending.')
  for (let i = 0; i < 2; i += 1) await log.park(lease, second)
  expect(await progressOf(log)).toMatchObject({ applied: next.to, parked: 1 })
})

it('records are trimmed some seconds after they are stored, and followers notice', async () => {
  const [one, two] = await Promise.all([node(), node()])
  const from = (await progressOf(two))?.tail ?? 0n
  const records = [recordOf(1), recordOf(2), recordOf(3)]
  for (const record of records) await one.append(3, record)
  const lease = await held(one)
  const batch = await one.plan(lease, { ...limit, records: 2 }, true)
  if (!batch) throw new Error('Nothing is pending.')
  await one.finish(lease, batch)
  await one.beat()
  const all = await two.follow(3, from, 1e6)
  expect(all.map(({ bytes }) => bytes)).toEqual(records.map(({ bytes }) => bytes))
  expect(all.map(({ previous }) => previous)).toEqual([from, all[0]?.end, all[1]?.end])
  expect(all[0]).toMatchObject({ organizations: [5], things: [7] })
  expect(await two.follow(3, from, 10)).toEqual([])
  await client.query(`UPDATE sample_records SET at = now() - interval '11 seconds'`)
  await one.beat()
  const left = await two.follow(3, from, 1e6)
  expect(left.map(({ position }) => position)).toEqual([all[2]?.position])
  expect(left[0]?.previous).toBe(all[1]?.end)
})

it('a flusher that was stopped neither moves the offset nor trims once another has its lease', async () => {
  const stopped = await node()
  await stopped.append(3, recordOf(1))
  const old = await held(stopped)
  const batch = await stopped.plan(old, limit, false)
  if (!batch) throw new Error('Nothing is pending.')
  await endLeases()
  const other = await node()
  const lease = await held(other)
  expect(lease.token).toBeGreaterThan(old.token)
  await other.append(3, recordOf(2))
  // Exactly the batch that the other one began, though more records have come since.
  const again = await other.plan(lease, limit, false)
  expect(again).toMatchObject({ from: batch.from, to: batch.to, more: true, repeats: true })
  await expect(stopped.finish(old, batch)).rejects.toBeInstanceOf(LeaseLost)
  await other.finish(lease, batch)
  const next = await other.plan(lease, limit, false)
  if (!next) throw new Error('Nothing is pending.')
  await other.finish(lease, next)
  for (const late of [
    () => stopped.finish(old, batch),
    () => stopped.plan(old, limit, false),
    () => stopped.fail(old, batch),
    () => stopped.parked(old),
    () => stopped.park(old, batch.records[0] as never),
  ]) {
    await expect(late()).rejects.toBeInstanceOf(LeaseLost)
  }
  expect(await progressOf(other)).toMatchObject({ tail: next.to, applied: next.to })
})

it('nodes share the partitions, and those of a node that is gone are taken', async () => {
  const [one, two, three] = await Promise.all([node(), node(), node()])
  expect((await one.beat()).leases).toHaveLength(8)
  expect((await two.beat()).leases).toHaveLength(0)
  expect((await one.beat()).leases).toHaveLength(4)
  expect((await two.beat()).leases).toHaveLength(4)
  await one.release()
  await two.release()
  expect((await three.beat()).leases).toHaveLength(8)
})

it('only nodes that can store share the partitions; where none can, all do', async () => {
  const [one, two, three] = await Promise.all([node(), node(), node()])
  const leasesOf = async (log: SharedLog, canStore?: boolean) =>
    (await log.beat(canStore)).leases.length
  expect(await leasesOf(one, false)).toBe(8)
  expect(await leasesOf(two, false)).toBe(0)
  expect(await leasesOf(one, false)).toBe(4)
  expect(await leasesOf(two, false)).toBe(4)
  expect(await leasesOf(three)).toBe(0)
  expect(await leasesOf(one, false)).toBe(0)
  expect(await leasesOf(two, false)).toBe(0)
  expect(await leasesOf(three)).toBe(8)
  expect(await leasesOf(two)).toBe(0)
  expect(await leasesOf(three)).toBe(4)
  expect(await leasesOf(two)).toBe(4)
  expect(await leasesOf(one, false)).toBe(0)
})

it('a node of the version before, which does not say so, can store', async () => {
  const one = await node()
  expect((await one.beat(false)).leases).toHaveLength(8)
  await client.query(
    `INSERT INTO sample_nodes (id, "aliveUntil") VALUES ($1, now() + interval '5 seconds')`,
    [randomUUID()],
  )
  expect((await one.beat(false)).leases).toHaveLength(0)
})

it('a batch has what its limits allow, and says that there is more', async () => {
  const log = await node()
  for (let i = 0; i < 4; i += 1) await log.append(3, recordOf(i))
  const lease = await held(log)
  const two = await log.plan(lease, { ...limit, records: 2 }, true)
  expect(two).toMatchObject({ more: true })
  expect(two?.records).toHaveLength(2)
  expect((await log.plan(lease, { ...limit, bytes: 1 }, true))?.records).toHaveLength(1)
  expect((await log.plan(lease, { ...limit, runs: 3 }, true))?.records).toHaveLength(3)
  // The batch noted last is repeated until it is planned anew.
  expect((await log.plan(lease, limit, false))?.records).toHaveLength(3)
  expect(await log.plan(lease, limit, true)).toMatchObject({
    records: { length: 4 },
    repeats: true,
  })
})

it('only queries of its samples wait for a record', async () => {
  const log = await node()
  await log.append(3, recordOf(1, { organization: 5, thing: 7, time: 100 }))
  const behind = (await log.progress()).filter(({ tail, applied }) => tail > applied)
  const [{ tail } = { tail: 0n }] = behind
  const waits = async (scope: Parameters<SharedLog['pendingOf']>[1]) =>
    (await log.pendingOf(behind, scope)).map(({ end }) => end)
  expect(await waits({ organization: 5 })).toEqual([tail])
  expect(await waits({ organization: 5, things: [6, 7], range: { from: 100, to: 101 } })).toEqual([
    tail,
  ])
  expect(await waits({ organization: 6 })).toEqual([])
  expect(await waits({ organization: 5, things: [8] })).toEqual([])
  expect(await waits({ organization: 5, range: { from: 0, to: 100 } })).toEqual([])
  expect(await waits({ organization: 5, range: { from: 101.5, to: 200 } })).toEqual([])
})

it('a parked record no longer blocks the others, and is trimmed once it is stored', async () => {
  const log = await node()
  await log.append(3, recordOf(1))
  await log.append(3, recordOf(2, { organization: 6 }))
  const lease = await held(log)
  const batch = await log.plan(lease, { ...limit, records: 1 }, true)
  const first = batch?.records[0]
  if (!batch || !first) throw new Error('Nothing is pending.')
  await log.fail(lease, batch)
  expect(await progressOf(log)).toMatchObject({ failing: true })
  await log.park(lease, first)
  expect(await progressOf(log)).toMatchObject({ failing: false, parked: 1, applied: first.end })
  const rest = await log.plan(lease, limit, false)
  if (!rest) throw new Error('Nothing is pending.')
  expect(rest.records).toHaveLength(1)
  await log.finish(lease, rest)
  const progress = (await log.progress()).filter(({ parked }) => parked > 0)
  expect(await log.pendingOf(progress, { organization: 5 })).toEqual([
    { partition: 3, end: undefined },
  ])
  expect(await log.pendingOf(progress, { organization: 6 })).toEqual([])
  const aside = await log.parked(lease)
  expect(aside).toEqual(first)
  await log.unpark(lease, first)
  await log.unpark(lease, first)
  expect(await log.parked(lease)).toBeUndefined()
  expect(await progressOf(log)).toMatchObject({ parked: 0 })
  expect((await log.beat()).partitions[3]).toMatchObject({ pendingBytes: 0 })
})

it('a record parked after the offsets were read is found nevertheless', async () => {
  const log = await node()
  for (const value of [1, 2]) await log.append(3, recordOf(value))
  const lease = await held(log)
  const first = (await log.plan(lease, limit, false))?.records[0]
  if (!first) throw new Error('Nothing is pending.')
  const behind = (await log.progress()).filter(({ partition }) => partition === 3)
  await log.park(lease, first)
  expect(await log.pendingOf(behind, { organization: 5, things: [7] })).toEqual([
    { partition: 3, end: undefined },
  ])
  expect(await log.pendingOf(behind, { organization: 6 })).toEqual([])
})

it('beyond its room a partition refuses records, and takes a single large one', async () => {
  const log = await node()
  const large = { ...recordOf(1), bytes: Buffer.alloc(65 * 1024 * 1024) }
  await log.append(3, large)
  await expect(log.append(3, recordOf(2))).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 1,
  })
  await log.append(4, recordOf(3))
})

it('a log goes on once its connections were cut', async () => {
  const log = await node()
  await log.append(3, recordOf(1))
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  await expect
    .poll(() =>
      log.append(3, recordOf(2)).then(
        () => 'appended',
        () => 'cut',
      ),
    )
    .toBe('appended')
  expect((await log.plan(await held(log), limit, false))?.records).toHaveLength(2)
})

it('a single writer does not start before the log is empty, and begins above its versions', async () => {
  const log = await node()
  const version = await log.takeVersion(3)
  await log.append(3, recordOf(1))
  await expect(leaveSharedLog(database.url)).rejects.toThrow('not in the store yet')
  const lease = await held(log)
  const batch = await log.plan(lease, limit, false)
  if (!batch) throw new Error('Nothing is pending.')
  await log.finish(lease, batch)
  const above = await leaveSharedLog(database.url)
  expect(above).toBeGreaterThan(version)
  expect(above).toBeGreaterThanOrEqual(batch.to)
  // Nodes that share the log again begin above what the single writer has stored meanwhile.
  await expect(log.takeVersion(3)).rejects.toThrow('not started')
  await log.start(async () => above + 10n ** 18n)
  expect(await log.takeVersion(3)).toBeGreaterThan(above + 10n ** 18n)
})

it('nodes that share the log begin above erasures that a single writer has yet to finish', async () => {
  const db = openDatabase(database.url)
  const thing = { organization: 1, thing: 7 }
  const below = 9_000_000_000_000_000_000n
  const job = { ...thing, metrics: undefined, from: 0, to: 1, below: String(below) }
  await db.$transaction((transaction) => queueErasure(transaction, job))
  const log = await node()
  expect(await log.takeVersion(partitionOf(thing))).toBeGreaterThan(below)
  // It knows its own versions.
  await db.$transaction((transaction) =>
    queueErasure(transaction, { ...job, below: String(below + 10n ** 17n) }),
  )
  expect(await log.takeVersion(partitionOf(thing))).toBeLessThan(below + 10n ** 17n)
  await db.$disconnect()
})

it.each([
  ['takeVersion', (log: SharedLog) => log.takeVersion(3)],
  ['append', (log: SharedLog) => log.append(3, recordOf(2))],
  ['progress', (log: SharedLog) => log.progress()],
  ['follow', (log: SharedLog) => log.follow(3, 0n, 1000)],
  ['beat', (log: SharedLog) => log.beat()],
] as const)('while the database is away, %s is refused as unavailable', async (_name, work) => {
  const away = new URL(database.url)
  away.port = '1'
  const log = openPostgresLog(away.href)
  opened.push(log)
  await expect(work(log)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
})
