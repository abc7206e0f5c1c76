import { ClickHouseError } from '@clickhouse/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { encodedRecord, sampleAt } from '../../testing/blocks.ts'
import { memoryLogs } from '../../testing/memory-log.ts'
import { SampleBuffer } from '../blocks/sample-buffer.ts'
import { openSharedFlusher, type SharedFlusher } from './flusher.ts'
import { partitionOf } from './partition-of.ts'
import { LeaseLost, PARTITIONS, type SharedLog } from './shared-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const BEAT = 1000
const thing = { organization: 5, thing: 7 }
const partition = partitionOf(thing)

/** A node that flushes but may be unable to reach the store, and how many batches it has stored. */
function node(log: SharedLog, isBlind = () => false, refuses = () => false) {
  const stored = vi.fn()
  const flusher = openSharedFlusher({
    log,
    async store() {
      if (isBlind()) throw new Error('connect ECONNREFUSED')
      if (refuses()) throw new ClickHouseError({ message: 'refused', code: '1', type: 'X' })
      return async () => stored()
    },
    ping: async () => !isBlind(),
    onFault: () => {},
    ...{ beat: BEAT, rest: 8000, retry: 1000 },
    limit: { bytes: 1e6, runs: 1000, records: 100 },
  })
  return { flusher, stored }
}

/** How many partitions it flushes. */
function held({ state }: SharedFlusher): number | undefined {
  return state()?.partitions.filter(({ mine }) => mine).length
}

async function send(log: SharedLog): Promise<void> {
  await log.start(async () => 0n)
  await log.append(partitionOf(thing), encodedRecord([{ ...thing, samples: sampleAt(0) }]))
}

it('replaces a flusher that has ended while this node still holds the lease', async () => {
  const log = memoryLogs().node()
  await send(log)
  const { plan } = log
  log.plan = async (lease) => {
    if (lease.partition === partitionOf(thing)) log.plan = plan
    throw new LeaseLost(lease)
  }
  const { flusher, stored } = node(log)
  await vi.advanceTimersByTimeAsync(BEAT / 2)
  expect(stored).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(BEAT)
  expect(stored).toHaveBeenCalledOnce()
  await flusher.close()
})

it('a beat waits for the previous one, including the first', async () => {
  const log = memoryLogs().node()
  const { beat } = log
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const asked = vi.fn()
  log.beat = async () => {
    asked()
    await answered
    return beat()
  }
  const { flusher } = node(log)
  await vi.advanceTimersByTimeAsync(5 * BEAT)
  expect(asked).toHaveBeenCalledOnce()
  answer()
  await vi.advanceTimersByTimeAsync(BEAT / 2)
  expect(held(flusher)).toBe(PARTITIONS)
  await flusher.close()
})

it.each([
  ['takes long', () => new Promise<void>(() => {})],
  ['fails', () => Promise.reject(new Error('canceling statement due to statement timeout'))],
])('a node keeps its leases and flushes while trimming %s', async (_, trim) => {
  const log = memoryLogs().node()
  Object.assign(log, { trim })
  const { flusher, stored } = node(log)
  await vi.advanceTimersByTimeAsync(10 * BEAT)
  await send(log)
  await vi.advanceTimersByTimeAsync(9 * BEAT)
  expect(stored).toHaveBeenCalledOnce()
  expect(held(flusher)).toBe(PARTITIONS)
})

it('a node that cannot reach the store leaves its partitions to one that can, and takes them back later', async () => {
  const logs = memoryLogs()
  const log = logs.node()
  await send(log)
  let isBlind = true
  const blind = node(log, () => isBlind)
  await vi.advanceTimersByTimeAsync(BEAT / 2)
  const well = node(logs.node())
  await vi.advanceTimersByTimeAsync(3 * BEAT)
  expect(held(blind.flusher)).toBe(PARTITIONS)
  await vi.advanceTimersByTimeAsync(6 * BEAT)
  expect(held(blind.flusher)).toBe(0)
  expect(well.stored).toHaveBeenCalled()
  // A node that no longer flushes takes no part.
  await well.flusher.close()
  await vi.advanceTimersByTimeAsync(2 * BEAT)
  expect(held(blind.flusher)).toBe(PARTITIONS)
  isBlind = false
  await send(log)
  await vi.advanceTimersByTimeAsync(9 * BEAT)
  expect(blind.stored).toHaveBeenCalledOnce()
  await blind.flusher.close()
})

it('flushes at once what fills a batch, however long the pause between batches is', async () => {
  const log = memoryLogs().node()
  const { flusher, stored } = node(log)
  await send(log)
  await vi.advanceTimersByTimeAsync(9 * BEAT)
  expect(stored).toHaveBeenCalledOnce()
  const samples = new SampleBuffer(0)
  for (let row = 0; row < 60_000; row += 1) samples.push(1, row, row)
  const full = encodedRecord([{ ...thing, samples }])
  expect(full.bytes.length).toBeGreaterThan(1e6)
  await log.append(partition, full)
  await vi.advanceTimersByTimeAsync(2 * BEAT)
  expect(stored).toHaveBeenCalledTimes(2)
  await flusher.close()
})

it('a record is retried after it was parked, even if the call that parked it got no answer', async () => {
  const log = memoryLogs().node()
  const { park } = log
  log.park = async (...record) => {
    log.park = park
    await park(...record)
    throw new Error('Connection terminated')
  }
  let refused = true
  const { flusher, stored } = node(
    log,
    () => false,
    () => refused,
  )
  await vi.advanceTimersByTimeAsync(20 * BEAT)
  await send(log)
  await vi.advanceTimersByTimeAsync(20 * BEAT)
  expect((await log.progress())[partition]).toMatchObject({ parked: 1 })
  refused = false
  await vi.advanceTimersByTimeAsync(20 * BEAT)
  expect((await log.progress())[partition]).toMatchObject({ parked: 0 })
  expect(stored).toHaveBeenCalledOnce()
  await flusher.close()
})

/** A record of a form that only a later version knows. */
async function sendUnreadable(log: SharedLog): Promise<void> {
  await log.start(async () => 0n)
  const record = encodedRecord([{ ...thing, samples: sampleAt(0) }])
  await log.append(partitionOf(thing), { ...record, bytes: Buffer.from(Uint32Array.of(99).buffer) })
}

const LEASE = 5 * BEAT

it('a node that cannot read a record leaves its partition to others, and flushes the rest', async () => {
  const logs = memoryLogs()
  const log = logs.node()
  await send(log)
  await sendUnreadable(log)
  const { flusher, stored } = node(log)
  await vi.advanceTimersByTimeAsync(BEAT / 2)
  expect(stored).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(2 * BEAT)
  expect(held(flusher)).toBe(PARTITIONS - 1)
  expect(flusher.state()?.unreadable).toMatchObject([{ partition, isDamaged: false }])
  // One that can read it takes the partition, and nothing is parked.
  const other = logs.node()
  await other.beat()
  await vi.advanceTimersByTimeAsync(4 * LEASE)
  expect((await log.progress())[partition]).toMatchObject({ parked: 0 })
  const lease = (await other.beat()).leases.find((one) => one.partition === partition)
  const batch = lease && (await other.plan(lease, { bytes: 1e6, runs: 1000, records: 100 }, false))
  if (!batch) throw new Error('Nothing is pending.')
  await other.finish(lease, batch)
  await other.release()
  // More such records may follow.
  await vi.advanceTimersByTimeAsync(LEASE)
  expect(held(flusher)).toBe(PARTITIONS - 1)
  await vi.advanceTimersByTimeAsync(2 * LEASE)
  expect(held(flusher)).toBe(PARTITIONS)
  expect(flusher.state()?.unreadable).toEqual([])
  await flusher.close()
})

it('a record that no node can read is parked, and what follows is stored', async () => {
  const logs = memoryLogs()
  const log = logs.node()
  await sendUnreadable(log)
  await sendUnreadable(log)
  await send(log)
  const { flusher, stored } = node(log)
  await vi.advanceTimersByTimeAsync(2 * LEASE)
  expect(stored).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(LEASE)
  expect(stored).toHaveBeenCalledOnce()
  expect((await log.progress())[partition]).toMatchObject({ parked: 2, failing: false })
  await vi.advanceTimersByTimeAsync(8 * LEASE)
  expect(held(flusher)).toBe(PARTITIONS)
  const records = logs.partitions[partition]?.records ?? []
  const positions = () => flusher.state()?.unreadable.map(({ position }) => position)
  expect(positions()).toEqual(records.map(({ position }) => position))
  // Somebody removes one.
  records.shift()
  await vi.advanceTimersByTimeAsync(4 * LEASE)
  expect(positions()).toEqual(records.map(({ position }) => position))
  await flusher.close()
})
