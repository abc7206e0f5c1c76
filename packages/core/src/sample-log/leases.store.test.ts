import { randomUUID } from 'node:crypto'
import { LeaseLost, type SharedLog } from '@sluice/telemetry'
import { expect, it } from 'vitest'
import { held, limit, ownLog, progressOf } from './testing/own-log.ts'
import { recordOf } from './testing/records.ts'

const { node, query, endLeases } = ownLog()

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

it('leases and nodes from before the clock of Postgres went back keep no partition', async () => {
  const [gone, other] = await Promise.all([node(), node()])
  expect((await gone.beat()).leases).toHaveLength(8)
  await query(`UPDATE sample_nodes SET "aliveUntil" = now() + interval '1 hour'`)
  await query(`UPDATE sample_flushers SET "leasedUntil" = now() + interval '1 hour'`)
  expect((await other.beat()).leases).toHaveLength(8)
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
  await query(
    `INSERT INTO sample_nodes (id, "aliveUntil") VALUES ($1, now() + interval '5 seconds')`,
    [randomUUID()],
  )
  expect((await one.beat(false)).leases).toHaveLength(0)
})

it('others take what a node declines, beyond their shares, and leave it what is above these', async () => {
  const [one, two] = await Promise.all([node(), node()])
  const partitionsOf = async (log: SharedLog, declined: number[] = []) =>
    (await log.beat(true, declined)).leases.map(({ partition }) => partition).toSorted()
  await one.beat()
  await two.beat()
  expect(await partitionsOf(one)).toEqual([0, 1, 2, 3])
  expect(await partitionsOf(two)).toEqual([4, 5, 6, 7])
  expect(await partitionsOf(one, [1, 2])).toEqual([0, 3])
  expect(await partitionsOf(two)).toEqual([1, 2, 4, 5, 6, 7])
  expect(await partitionsOf(two)).toEqual([1, 2, 4, 5])
  expect(await partitionsOf(one, [1, 2])).toEqual([0, 3, 6, 7])
  // All of them, if need be.
  const all = [0, 1, 2, 3, 4, 5, 6, 7]
  expect(await partitionsOf(one, all)).toEqual([])
  for (let beat = 0; beat < 2; beat += 1) expect(await partitionsOf(two)).toEqual(all)
  // Those that no node can read are free, until one of them takes them nevertheless.
  expect(await partitionsOf(two, [5])).toEqual([0, 1, 2, 3, 4, 6, 7])
  expect(await partitionsOf(one, all)).toEqual([])
  expect((await one.beat(true, all)).partitions[5]).toMatchObject({ mine: false, isHeld: false })
  expect(await partitionsOf(two)).toEqual(all)
  // A node that cannot store takes none either.
  expect(await partitionsOf(two, [5])).not.toContain(5)
  expect((await two.beat(false)).leases).toEqual([])
})
