import { randomBytes } from 'node:crypto'
import type { SharedLog, Signal } from '@sluice/telemetry'
import { expect, it } from 'vitest'
import { PLAN, SETTINGS } from './statements/index.ts'
import { held, limit, ownLog, progressOf } from './testing/own-log.ts'
import { recordOf } from './testing/records.ts'

const { node, open, query, url, waiting } = ownLog()

it('positions begin above every version of the store, once', async () => {
  const log = open()
  await expect(log.takeVersion(3)).rejects.toMatchObject({ cause: { name: 'NotStarted' } })
  await expect(log.start()).rejects.toMatchObject({ cause: { name: 'NotStarted' } })
  const highest = 9_000_000_000_000_000_000n
  await log.start(async () => highest)
  await log.start()
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

it('records are trimmed some seconds after they are stored, and followers notice', async () => {
  const [one, two] = await Promise.all([node(), node()])
  const from = (await progressOf(two))?.tail ?? 0n
  const records = [recordOf(1), recordOf(2), recordOf(3)]
  for (const record of records) await one.append(3, record)
  const lease = await held(one)
  const batch = await one.plan(lease, { ...limit, records: 2 }, true)
  if (!batch) throw new Error('Nothing is pending.')
  await one.finish(lease, batch)
  await one.trim()
  const all = await two.follow(3, from, 1e6)
  expect(all.map(({ bytes }) => bytes)).toEqual(records.map(({ bytes }) => bytes))
  expect(all.map(({ previous }) => previous)).toEqual([from, all[0]?.end, all[1]?.end])
  expect(all[0]).toMatchObject({ organizations: [5], things: [7] })
  expect(await two.follow(3, from, 10)).toEqual([])
  const age = (position = 0n) =>
    query(`UPDATE sample_records SET at = now() - interval '11 seconds' WHERE position = $1`, [
      String(position),
    ])
  // A record may have got its time before the one ahead of it.
  await age(all[1]?.position)
  await one.trim()
  expect(await two.follow(3, from, 1e6)).toHaveLength(3)
  for (const { position } of all) await age(position)
  await one.trim()
  const left = await two.follow(3, from, 1e6)
  expect(left.map(({ position }) => position)).toEqual([all[2]?.position])
  expect(left[0]?.previous).toBe(all[1]?.end)
})

it('trimming looks only at records since the last time', async () => {
  const log = await node()
  const from = (await progressOf(log))?.tail ?? 0n
  const lease = await held(log)
  const store = async () => {
    const batch = await log.plan(lease, limit, false)
    if (batch) await log.finish(lease, batch)
    await query(`UPDATE sample_records SET at = now() - interval '11 seconds'`)
  }
  await log.append(3, recordOf(1))
  await store()
  await query('CREATE TEMP TABLE first AS SELECT * FROM sample_records')
  await log.trim()
  await query('INSERT INTO sample_records SELECT * FROM first')
  await log.append(3, recordOf(2))
  await store()
  await log.trim()
  const left = await log.follow(3, from, 1e6)
  expect(left.map(({ bytes }) => bytes)).toEqual([recordOf(1).bytes])
})

it('leases are counted from when they were renewed, however long the node waited before', async () => {
  const log = await node()
  await query('BEGIN')
  await query('LOCK TABLE sample_nodes')
  const beat = log.beat()
  await expect.poll(waiting).toBe(1)
  const free = performance.now()
  await query('COMMIT')
  expect((await beat).renewedFrom).toBeGreaterThan(free)
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

it('planning reads no more records than a batch may have, however many are pending', async () => {
  const log = await node()
  await log.append(3, recordOf(1))
  const { partition, token } = await held(log)
  await query(`
    INSERT INTO sample_records (partition, position, "end", runs, earliest, latest, record)
    SELECT partition, position + n, position + n + 1, runs, earliest, latest, record
    FROM sample_records, generate_series(1, 5000) AS n`)
  const values = [partition, String(token), 1e6, 1e6, 100, false, Date.now() + 60_000]
  for (const [name, value] of Object.entries(SETTINGS)) await query(`SET ${name} = ${value}`)
  const { rows } = await query(`EXPLAIN (ANALYZE, FORMAT JSON) ${PLAN}`, values)
  expect(mostRows(rows[0]['QUERY PLAN'][0].Plan)).toBe(100)
})

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly Plans?: readonly PlanNode[]
}

/** The most rows that a scan of the records returned. */
function mostRows(node: PlanNode): number {
  const own = node['Relation Name'] === 'sample_records' ? node['Actual Rows'] : 0
  return Math.max(own, ...(node.Plans ?? []).map(mostRows))
}

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
  await query(
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

it.each([
  ['takeVersion', (log: SharedLog) => log.takeVersion(3)],
  ['append', (log: SharedLog) => log.append(3, recordOf(2))],
  ['progress', (log: SharedLog) => log.progress()],
  ['follow', (log: SharedLog) => log.follow(3, 0n, 1000)],
  ['beat', (log: SharedLog) => log.beat()],
] as const)('while the database is away, %s is refused as unavailable', async (_name, work) => {
  const away = new URL(url())
  away.port = '1'
  const log = open(away.href)
  await expect(work(log)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
})
