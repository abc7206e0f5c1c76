import { expect, it, onTestFinished } from 'vitest'
import { MAX_AGE_MS } from '../../cache/remembering.ts'
import { encodedRecord, sampleAt } from '../../testing/blocks.ts'
import { memoryLogs } from '../../testing/memory-log.ts'
import type { Write } from '../blocks/write.ts'
import { openFollower } from './follower.ts'
import { partitionOf } from './partition-of.ts'
import { goneRecord } from './record.ts'

const organization = 5
const THING = 13
const partition = partitionOf({ organization, thing: THING })
/** A thing in another partition. */
const OTHER = Array.from({ length: 100 }, (_, thing) => thing).find(
  (thing) => partitionOf({ organization, thing }) !== partition,
) as number

/** A follower whose memory records its calls, and is non-empty by default. It polls only on demand. */
async function bench({ keeps = 100, beat = 1e9 } = {}) {
  const logs = memoryLogs(
    () => 0,
    () => keeps,
  )
  const log = logs.node()
  await log.start(async () => 0n)
  const told: unknown[] = []
  const state = { isEmpty: false, isAway: false, now: 0, asked: 0 }
  const follower = openFollower({
    log: {
      async follow(...asked) {
        state.asked += 1
        if (state.isAway) throw new Error('Connection terminated unexpectedly')
        return log.follow(...asked)
      },
      async raise(...asked) {
        if (state.isAway) throw new Error('Connection terminated unexpectedly')
        return log.raise(...asked)
      },
    },
    progress: log.progress,
    memory: {
      kept: (writes: readonly Write[]) => {
        for (const { thing, samples } of writes) told.push([thing, samples.numbers[0]])
      },
      forget: ({ thing }) => void told.push(`forget ${thing}`),
      forgetAll: (isAmong) =>
        void told.push(
          isAmong ? [THING, OTHER].filter((thing) => isAmong({ organization, thing })) : 'all',
        ),
      isEmpty: () => state.isEmpty,
    },

    beat,
    monotonic: () => state.now,
  })
  onTestFinished(() => follower.close())
  const catchUp = (...things: number[]) =>
    follower.catchUp(things.map((thing) => partitionOf({ organization, thing })))
  return {
    ...{ follower, state, log },
    logged: logs.partitions[partition] as (typeof logs.partitions)[number],
    catchUp,
    /** Begins to follow. */
    async begin(...things: number[]) {
      await catchUp(...things)
      told.length = 0
    },
    async write(value: number, thing = THING) {
      await log.append(
        partitionOf({ organization, thing }),
        encodedRecord([{ organization, thing, samples: sampleAt(0, value) }]),
      )
    },
    async store() {
      const lease = (await log.beat()).leases.find((one) => one.partition === partition)
      const batch = lease && (await log.plan(lease, { bytes: 1e9, runs: 1e9, records: 1e9 }, true))
      if (batch) await log.finish(lease, batch)
    },
    take: () => told.splice(0),
  }
}

it('passes new records of the requested partitions to the cache, once and in order', async () => {
  const { begin, catchUp, write, take } = await bench()
  await write(1)
  await begin(THING, OTHER)
  for (const value of [2, 3]) await write(value)
  await write(9, OTHER)
  await Promise.all([catchUp(THING), catchUp(THING)])
  expect(take()).toEqual([
    [THING, 2],
    [THING, 3],
  ])
  await catchUp(THING)
  expect(take()).toEqual([])
})

it('follows stored records while the log keeps them, and otherwise forgets the partition', async () => {
  const { begin, catchUp, write, store, take } = await bench({ keeps: 1 })
  await begin(THING, OTHER)
  await write(1)
  await store()
  await catchUp(THING)
  expect(take()).toEqual([[THING, 1]])
  for (const value of [2, 3]) await write(value)
  await store()
  await write(4)
  await catchUp(THING)
  expect(take()).toEqual([[THING]])
  await write(5)
  await catchUp(THING)
  expect(take()).toEqual([[THING, 5]])
})

it('applies deletions in order with writes', async () => {
  const { begin, catchUp, write, log, take } = await bench()
  await begin(THING)
  await write(1)
  await log.append(partition, goneRecord({ organization, thing: THING }))
  await write(2)
  await log.append(partition, goneRecord({ organizations: new Set([organization]) }))
  await catchUp(THING)
  expect(take()).toEqual([[THING, 1], `forget ${THING}`, [THING, 2], [THING, OTHER]])
})

it('reads nothing for an empty cache, and follows what comes later', async () => {
  const { begin, catchUp, write, state, take } = await bench()
  state.isEmpty = true
  await begin(THING)
  await write(1)
  await catchUp(THING)
  expect(state.asked).toBe(0)
  state.isEmpty = false
  await write(2)
  await catchUp(THING)
  expect(take()).toEqual([[THING, 2]])
})

it('forgets partitions unused for as long as the cache lasts, and stops following them', async () => {
  const { begin, catchUp, write, state, take } = await bench({ beat: 1 })
  await begin(THING)
  await write(1)
  await expect.poll(take).toEqual([[THING, 1]])
  state.now = MAX_AGE_MS + 1
  await expect.poll(take).toEqual([[THING]])
  const { asked } = state
  await write(2)
  await catchUp(THING)
  expect(state.asked).toBe(asked)
  // A slow query may have cached something meanwhile.
  expect(take()).toEqual([[THING]])
})

it('without the log, asks a query to retry, and follows the records later', async () => {
  const { begin, catchUp, write, state, take } = await bench()
  await begin(THING)
  await write(1)
  state.isAway = true
  await expect(Promise.all([catchUp(THING), catchUp(THING)])).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(take()).toEqual([])
  state.isAway = false
  await catchUp(THING)
  expect(take()).toEqual([[THING, 1]])
})

it('forgets the partition if a record cannot be decoded, and follows the next ones', async () => {
  const { begin, catchUp, write, log, take } = await bench()
  await begin(THING)
  const samples = sampleAt(0)
  const record = encodedRecord([{ organization, thing: THING, samples }])
  await log.append(partition, { ...record, bytes: Buffer.from('of a version to come') })
  await write(2)
  await catchUp(THING)
  expect(take()).toEqual([[THING]])
  await write(3)
  await catchUp(THING)
  expect(take()).toEqual([[THING, 3]])
})

it('forgets the partition if the log has lost records, also once others have taken their place', async () => {
  const { begin, catchUp, write, logged, state, take } = await bench()
  await begin(THING)
  const { head, tail } = logged
  for (const value of [1, 2]) await write(value)
  await catchUp(THING)
  take()
  const lost = logged.head
  Object.assign(logged, { head, tail, records: [] })
  await write(3)
  state.isAway = true
  await expect(catchUp(THING)).rejects.toMatchObject({ code: 'unavailable' })
  state.isAway = false
  await Promise.all([catchUp(THING), catchUp(THING)])
  expect(new Set(take().map(String))).toEqual(new Set([String([THING])]))
  await write(4)
  await catchUp(THING)
  expect(take()).toEqual([[THING, 4]])
  // What comes next has no version that was lost.
  expect(logged.records.at(-1)?.position).toBeGreaterThanOrEqual(lost)
})
