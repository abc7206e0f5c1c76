import type { SharedLog } from '@sluice/telemetry'
import { expect, it } from 'vitest'
import { held, limit, ownLog, progressOf } from './testing/own-log.ts'
import { recordOf } from './testing/records.ts'

const { node, query, waiting } = ownLog()

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

it('a query waits for all records of a partition with very many, rather than look through them', async () => {
  const log = await node()
  for (const organization of [5, 6]) await log.append(3, recordOf(1, { organization }))
  const behind = (await log.progress()).filter(({ partition }) => partition === 3)
  const waits = async (organization: number) =>
    (await log.pendingOf(behind, { organization })).map(({ end }) => end)
  expect(await waits(7)).toEqual([])
  // As if there were as many between the two.
  await query(`
    INSERT INTO sample_records (partition, position, "end", runs, earliest, latest, record)
    SELECT partition, position - n, position - n + 1, runs, earliest, latest, record
    FROM sample_records, generate_series(1, 10000) AS n WHERE organizations = '{6}'`)
  expect(await waits(7)).toEqual([behind[0]?.tail])
  expect(await waits(5)).toEqual([behind[0]?.tail])
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

it('a record counts once, even if the call that trims it runs twice at the same time', async () => {
  const log = await node()
  for (const value of [1, 2]) await log.append(3, recordOf(value))
  const lease = await held(log)
  const [first, second] = (await log.plan(lease, limit, false))?.records ?? []
  if (!first || !second) throw new Error('Nothing is pending.')
  for (const record of [first, second]) await log.park(lease, record)
  await query('BEGIN')
  await query('SELECT FROM sample_records WHERE position = $1 FOR UPDATE', [String(first.position)])
  const calls = [log.unpark(lease, first), log.unpark(lease, first)]
  await expect.poll(waiting).toBe(2)
  await query('COMMIT')
  await Promise.all(calls)
  expect(await progressOf(log)).toMatchObject({ parked: 1 })
  expect(await log.parked(lease)).toEqual(second)
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
