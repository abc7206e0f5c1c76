import { ClickHouseError } from '@clickhouse/client'
import { expect, it, vi } from 'vitest'
import { encodedRecord, sampleAt } from '../../testing/blocks.ts'
import { memoryLogs } from '../../testing/memory-log.ts'
import { openSharedBarrier } from './barrier.ts'
import { flushPartition } from './partition-flusher.ts'
import { partitionOf } from './partition-of.ts'
import type { SharedLog } from './shared-log.ts'

const POISON = 13
const organization = 5
const refusal = () => new ClickHouseError({ message: 'refused', code: '1', type: 'X' })

/** Things of one partition, by index. */
const things = Array.from({ length: 200 }, (_, thing) => thing).filter(
  (thing) => partitionOf({ organization, thing }) === partitionOf({ organization, thing: POISON }),
)
const partition = partitionOf({ organization, thing: POISON })

const send = (log: SharedLog, thing: number) =>
  log.append(partition, encodedRecord([{ organization, thing, samples: sampleAt(0) }]))

/** A node, the inserts that it made, and what they do. */
async function flushing(
  log: SharedLog,
  work: () => Promise<void> = async () => {},
  { rest = 0, ping = async () => true, lostUpTo = 0n } = {},
) {
  await log.start(async () => 0n)
  const lease = (await log.beat()).leases.find((one) => one.partition === partition)
  if (!lease) throw new Error('The node has no lease.')
  const inserts: { readonly token: string; readonly things: readonly number[] }[] = []
  const repeats: string[] = []
  const faults: unknown[] = []
  const flusher = flushPartition(lease, {
    log,
    async store(writes, token) {
      if (token.endsWith('-again')) {
        repeats.push(token)
        return async () => {}
      }
      const things = writes.map(({ thing }) => thing)
      inserts.push({ token, things })
      await work()
      if (things.includes(POISON)) throw refusal()
      return async () => {}
    },
    ...{ ping, lostUpTo },
    isCurrent: () => true,
    onFault: (cause) => void faults.push(cause),
    ...{ rest, retry: 1, limit: { bytes: 1e6, runs: 1000, records: 100 } },
  })
  const barrier = openSharedBarrier({ log, patience: 20_000, look: 1 })
  log.listen((signal) => {
    if (signal.kind === 'hurry' && signal.partition === partition) flusher.hurry()
    barrier.heard(signal)
  })
  return { flusher, inserts, repeats, faults, barrier, lease }
}

it('a query waits only for pending records that it needs', async () => {
  const log = memoryLogs().node()
  const { barrier, flusher, inserts } = await flushing(log)
  await barrier.pass({ organization })
  const [thing = 0] = things
  await send(log, thing)
  await barrier.pass({ organization: 6 })
  await barrier.pass({ organization, things: [thing] })
  expect(inserts.flatMap((insert) => insert.things)).toEqual([thing])
  await flusher.close(true)
  barrier.close()
})

it('parks a record that the store rejects: only queries of it fail, until it is stored', async () => {
  const logs = memoryLogs()
  const log = logs.node()
  const [one = 0, two = 0] = things.filter((thing) => thing !== POISON)
  await log.start(async () => 0n)
  for (const thing of [one, POISON, two]) await send(log, thing)
  const { barrier, flusher, faults } = await flushing(log)
  await expect
    .poll(() =>
      barrier.pass({ organization, things: [one, two] }).then(
        () => 'passed',
        () => 'not',
      ),
    )
    .toBe('passed')
  await expect(barrier.pass({ organization, things: [POISON] })).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 1,
  })
  expect(faults[0]).toBeInstanceOf(ClickHouseError)
  expect(faults.at(-1)).toBeUndefined()
  await flusher.close(true)
  barrier.close()
})

it('parks a record once the store has rejected it alone three times, whatever the batch before', async () => {
  const log = memoryLogs().node()
  await log.start(async () => 0n)
  const some = things.filter((each) => each !== POISON).slice(0, 7)
  for (const thing of [POISON, ...some]) await send(log, thing)
  const { barrier, flusher, inserts } = await flushing(log)
  await expect.poll(async () => (await log.progress())[partition]?.parked).toBe(1)
  const alone = inserts.filter((insert) => insert.things.join() === String(POISON))
  expect(alone.length).toBeGreaterThanOrEqual(3)
  await flusher.close(true)
  barrier.close()
})

it('while the store rejects everything, parks many records; once it accepts one, the rest follow at once', async () => {
  const log = memoryLogs().node()
  await log.start(async () => 0n)
  const some = things.filter((each) => each !== POISON).slice(0, 8)
  for (const thing of some) await send(log, thing)
  const parked = async () => (await log.progress())[partition]?.parked
  const refused = await flushing(log, () => Promise.reject(refusal()))
  await expect.poll(parked).toBe(some.length)
  await refused.flusher.close(false)
  refused.barrier.close()
  await log.release()
  const { barrier, flusher, inserts } = await flushing(log)
  await expect.poll(parked).toBe(0)
  expect(inserts.flatMap((insert) => insert.things).sort((a, b) => a - b)).toEqual(some)
  await barrier.pass({ organization })
  await flusher.close(true)
  barrier.close()
})

it('parked records that cannot be read do not keep others from being stored', async () => {
  const logs = memoryLogs()
  const log = logs.node()
  await log.start(async () => 0n)
  const [one = 0] = things.filter((thing) => thing !== POISON)
  const { barrier, flusher, inserts, lease } = await flushing(log)
  const record = encodedRecord([{ organization, thing: one, samples: sampleAt(0) }])
  await flusher.close(true)
  await log.append(partition, { ...record, bytes: Buffer.from(Uint32Array.of(99).buffer) })
  await log.append(partition, record)
  for (const each of [...(logs.partitions[partition]?.records ?? [])]) await log.park(lease, each)
  const next = await flushing(log)
  await expect.poll(async () => (await log.progress())[partition]?.parked).toBe(1)
  expect([...inserts, ...next.inserts].flatMap((insert) => insert.things)).toEqual([one])
  expect(next.faults).toEqual([])
  await next.flusher.close(true)
  for (const each of [barrier, next.barrier]) each.close()
})

it.each([
  ['TOO_FEW_LIVE_REPLICAS', '285'],
  ['UNKNOWN_STATUS_OF_INSERT', '319'],
  ['NOT_ENOUGH_SPACE', '243'],
  ['CANNOT_WRITE_TO_FILE_DESCRIPTOR', '75'],
  ['TOO_MANY_PARTS', '252'],
  ['MEMORY_LIMIT_EXCEEDED', '241'],
  ['TIMEOUT_EXCEEDED', '159'],
  ['ABORTED', '236'],
])('%s is not caused by the samples, so the same batch is retried', async (type, code) => {
  const log = memoryLogs().node()
  await log.start(async () => 0n)
  const some = things.filter((each) => each !== POISON).slice(0, 3)
  for (const thing of some) await send(log, thing)
  let failures = 6
  const { barrier, flusher, inserts } = await flushing(log, async () => {
    failures -= 1
    if (failures >= 0) throw new ClickHouseError({ message: 'not now', code, type })
  })
  await expect.poll(() => inserts.length).toBe(7)
  expect(new Set(inserts.map(({ token }) => token)).size).toBe(1)
  await barrier.pass({ organization })
  expect((await log.progress())[partition]?.parked).toBe(0)
  await flusher.close(true)
  barrier.close()
})

it('another node repeats an inserted batch whose completion was not recorded, with the same token', async () => {
  const logs = memoryLogs()
  const dying = logs.node()
  await dying.start(async () => 0n)
  const [one = 0, two = 0] = things.filter((thing) => thing !== POISON)
  await send(dying, one)
  dying.finish = () => Promise.reject(new Error('The process ends here.'))
  const before = await flushing(dying)
  await expect.poll(() => before.inserts.length).toBeGreaterThan(0)
  await before.flusher.close(false)
  await dying.release()
  await send(dying, two)
  const after = await flushing(logs.node())
  await expect.poll(() => after.inserts.length).toBe(2)
  expect(after.inserts[0]).toEqual(before.inserts[0])
  expect(after.inserts[1]?.things).toEqual([two])
  // What was not tried before is inserted once.
  expect(after.repeats).toEqual([`${before.inserts[0]?.token}-again`])
  await after.flusher.close(true)
})

it('a node paused during an insert cannot change the log once another one has its lease', async () => {
  const logs = memoryLogs()
  const stopped = logs.node()
  await stopped.start(async () => 0n)
  const [one = 0, two = 0] = things.filter((thing) => thing !== POISON)
  await send(stopped, one)
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
  const before = await flushing(stopped, () => woken)
  await expect.poll(() => before.inserts.length).toBe(1)
  await stopped.release()
  const after = await flushing(logs.node())
  await after.barrier.pass({ organization })
  const applied = logs.partitions[partition]?.applied
  await send(stopped, two)
  wake()
  await before.flusher.close(true)
  expect(before.inserts).toHaveLength(1)
  await after.barrier.pass({ organization })
  expect(logs.partitions[partition]?.applied).toBeGreaterThan(applied ?? 0n)
  expect(after.inserts.flatMap((insert) => insert.things)).toEqual([one, two])
  await after.flusher.close(true)
  for (const { barrier } of [before, after]) barrier.close()
})

it('a batch is done even if the call that recorded its completion failed, and the next ones are stored', async () => {
  const log = memoryLogs().node()
  await log.start(async () => 0n)
  const [one = 0, two = 0] = things.filter((thing) => thing !== POISON)
  await send(log, one)
  const { finish } = log
  let late: (() => Promise<boolean>) | undefined
  log.finish = async (lease, batch) => {
    if (late) {
      await late()
      return finish(lease, batch)
    }
    late = () => finish(lease, batch)
    throw new Error('No answer.')
  }
  const { barrier, flusher, inserts } = await flushing(log)
  await expect.poll(() => inserts.length).toBe(2)
  log.finish = finish
  await send(log, two)
  await barrier.pass({ organization })
  expect(inserts.map((insert) => insert.things)).toEqual([[one], [one], [two]])
  await flusher.close(true)
  barrier.close()
})

it('while the store is unreachable, retries exactly the same batch and fails queries at once', async () => {
  const log = memoryLogs().node()
  await log.start(async () => 0n)
  for (const thing of things.filter((each) => each !== POISON).slice(0, 3)) await send(log, thing)
  let isCut = true
  const { barrier, flusher, inserts } = await flushing(log, async () => {
    if (isCut) throw new Error('connection refused')
  })
  await expect(barrier.pass({ organization })).rejects.toMatchObject({ code: 'unavailable' })
  await expect.poll(() => inserts.length).toBeGreaterThan(2)
  isCut = false
  await expect
    .poll(() =>
      barrier.pass({ organization }).then(
        () => 'passed',
        () => 'not',
      ),
    )
    .toBe('passed')
  expect(new Set(inserts.map(({ token }) => token)).size).toBe(1)
  await flusher.close(true)
  barrier.close()
})

it('half of a refused batch keeps its token for as long as nobody knows whether it was inserted', async () => {
  const log = memoryLogs().node()
  await log.start(async () => 0n)
  const [one = 0, two = 0, three = 0] = things.filter((thing) => thing !== POISON)
  for (const thing of [one, two, POISON, three]) await send(log, thing)
  let turn = 0
  const { barrier, flusher, inserts } = await flushing(log, async () => {
    turn += 1
    if (turn > 1 && turn < 5) throw new Error('socket hang up')
  })
  const halves = () => inserts.filter((insert) => `${insert.things}` === `${one},${two}`)
  await expect.poll(() => halves().length).toBe(4)
  expect(new Set(halves().map(({ token }) => token)).size).toBe(1)
  await flusher.close(true)
  barrier.close()
})

it('a record that no node can read is parked, also if parking it fails at first', async () => {
  const node = memoryLogs().node()
  await node.start(async () => 0n)
  const [one = 0] = things.filter((thing) => thing !== POISON)
  const record = encodedRecord([{ organization, thing: one, samples: sampleAt(0) }])
  await node.append(partition, { ...record, bytes: Buffer.from(Uint32Array.of(99).buffer) })
  await node.append(partition, record)
  let attempts = 0
  const log: SharedLog = {
    ...node,
    park(...record) {
      attempts += 1
      return attempts === 1 ? Promise.reject(new Error('a failover')) : node.park(...record)
    },
  }
  const { barrier, flusher, inserts } = await flushing(log, undefined, { lostUpTo: 2n ** 62n })
  await expect.poll(() => inserts.flatMap((insert) => insert.things)).toEqual([one])
  expect((await log.progress())[partition]?.parked).toBe(1)
  await flusher.close(true)
  barrier.close()
})

it('a batch that another node may still insert is not split at a record that this one cannot read', async () => {
  const log = memoryLogs().node()
  await log.start(async () => 0n)
  const [one = 0] = things.filter((thing) => thing !== POISON)
  const record = encodedRecord([{ organization, thing: one, samples: sampleAt(0) }])
  await log.append(partition, record)
  await log.append(partition, { ...record, bytes: Buffer.from(Uint32Array.of(99).buffer) })
  const lease = (await log.beat()).leases.find((each) => each.partition === partition)
  if (!lease) throw new Error('The node has no lease.')
  const noted = await log.plan(lease, { bytes: 1e6, runs: 1000, records: 100 }, false)
  const { barrier, flusher, inserts } = await flushing(log)
  expect(await flusher.ended).toMatchObject({ end: noted?.to })
  expect(inserts).toEqual([])
  barrier.close()
})

it('reads its batch again only once the store answers', async () => {
  const log = memoryLogs().node()
  await log.start(async () => 0n)
  const [thing = 0] = things
  await send(log, thing)
  const plan = vi.spyOn(log, 'plan')
  let isDown = true
  const ping = vi.fn(async () => {
    if (isDown) throw new Error('connection refused')
    return true
  })
  const work = async () => {
    if (isDown) throw new Error('connection refused')
  }
  const { barrier, flusher } = await flushing(log, work, { ping })
  await expect.poll(() => ping.mock.calls.length).toBeGreaterThan(5)
  expect(plan).toHaveBeenCalledOnce()
  isDown = false
  await expect.poll(async () => (await log.progress())[partition]?.failing).toBe(false)
  expect(plan.mock.calls.length).toBeLessThanOrEqual(3)
  await flusher.close(true)
  barrier.close()
})

it('retries soon after a failure, however long the pause between batches is', async () => {
  const log = memoryLogs().node()
  await log.start(async () => 0n)
  const [thing = 0] = things
  await send(log, thing)
  let failures = 3
  const failing = async () => {
    failures -= 1
    if (failures >= 0) throw new Error('connection refused')
  }
  const { barrier, flusher, inserts } = await flushing(log, failing, { rest: 3_600_000 })
  await expect.poll(() => inserts.length).toBe(4)
  await expect.poll(async () => (await log.progress())[partition]?.failing).toBe(false)
  await flusher.close(true)
  barrier.close()
})

it('a server that knows a token but lost its rows in a crash still gets the rows', async () => {
  const log = memoryLogs().node()
  await log.start(async () => 0n)
  const lease = (await log.beat()).leases.find((one) => one.partition === partition)
  if (!lease) throw new Error('The node has no lease.')
  const tokens = new Set<string>()
  const stored: number[] = []
  let kills = 0
  const flusher = flushPartition(lease, {
    log,
    async store(writes, token) {
      const isKnown = tokens.has(token)
      tokens.add(token)
      // For each new batch, the server is killed once before it has the rows.
      if (!isKnown && !token.endsWith('-again')) {
        kills += 1
        throw new Error('socket hang up')
      }
      if (!isKnown) stored.push(...writes.map(({ thing }) => thing))
      return async () => {}
    },
    ping: async () => true,
    isCurrent: () => true,
    onFault: () => {},
    ...{ rest: 0, retry: 1, limit: { bytes: 1e6, runs: 1000, records: 100 } },
  })
  const barrier = openSharedBarrier({ log, patience: 20_000, look: 1 })
  const some = things.filter((thing) => thing !== POISON).slice(0, 3)
  for (const thing of some) {
    await send(log, thing)
    flusher.hurry()
    const last = () => barrier.pass({ organization, things: [thing] }).then(() => stored.at(-1))
    await expect.poll(() => last().catch(() => 'not yet')).toBe(thing)
  }
  expect(kills).toBe(3)
  expect(stored).toEqual(some)
  await flusher.close(true)
  barrier.close()
})
