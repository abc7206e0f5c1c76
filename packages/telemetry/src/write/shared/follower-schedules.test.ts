import { coalesce } from '@sluice/runtime'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MAX_AGE_MS } from '../../cache/remembering.ts'
import { encodedRecord, sampleAt } from '../../testing/blocks.ts'
import { type Choose, eachSchedule, heldCalls, interleave } from '../../testing/schedules.ts'
import type { Write } from '../blocks/write.ts'
import { openFollower } from './follower.ts'
import { partitionOf } from './partition-of.ts'
import { goneRecord } from './record.ts'
import type { FollowedRecord, NewRecord } from './shared-log.ts'

const organization = 5
const partition = (thing: number) => partitionOf({ organization, thing })
/** Two things in different partitions. */
const [A, B] = [
  13,
  Array.from({ length: 100 }, (_, i) => i).find((i) => partition(i) !== partition(13)) ?? 0,
]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A partition of a log whose calls the test answers. What they answer is as of the call. */
class Partition {
  tail = 100n
  records: FollowedRecord[] = []

  append({ bytes, extent: { organizations, things = [] } }: NewRecord): void {
    const [previous, position] = [this.tail, this.tail]
    this.tail += 1n
    this.records.push({ previous, position, end: this.tail, bytes, organizations, things })
  }

  /** As when a node was paused and all records were stored and trimmed. */
  trim(): void {
    this.records = []
  }
}

/** The numbers of what was done last to each of a thing's samples. Writes set one of them, in turn; erasures all. */
type Samples = [number, number]

interface Loading {
  readonly samples: Samples
  readonly ended: Promise<void>
}

/**
 * A node with a follower and a cache. Writes and erasures are numbered. The store has them at once, as behind a read
 * barrier. A query must not see a lower number of a sample than was acknowledged before it began. The cache applies what
 * it is told in order, whatever the numbers.
 */
function openNode() {
  const calls = heldCalls()
  const partitions = new Map([A, B].map((thing) => [partition(thing), new Partition()]))
  const log = (thing: number) => partitions.get(partition(thing)) as Partition
  const empty = () => new Map<number, Samples>([A, B].map((thing) => [thing, [0, 0]]))
  const [stored, acknowledged] = [empty(), empty()]
  const of = (state: typeof stored, thing: number) => state.get(thing) as Samples
  const cached = new Map<number, Samples>()
  const loads = new Map<number, Loading>()
  const stale: string[] = []
  let [last, now, isAway] = [0, 0, false]

  function forget(thing: number): void {
    cached.delete(thing)
    loads.delete(thing)
  }

  const follower = openFollower({
    log: {
      async follow(partition, from) {
        const records = partitions.get(partition)?.records.filter(({ end }) => end > from) ?? []
        const isFailing = isAway
        await calls.hold(undefined)
        if (isFailing) throw new Error('Connection terminated unexpectedly')
        return records
      },
      raise: async () => {},
    },
    progress: coalesce(() => {
      const all = [...partitions].map(([partition, { tail }]) => {
        return { partition, tail, applied: tail, parked: 0, failing: false }
      })
      return calls.hold(all)
    }),
    memory: {
      kept(writes: readonly Write[]) {
        for (const { thing, samples } of writes) {
          for (const own of [loads.get(thing)?.samples, cached.get(thing)]) {
            if (own) own[samples.timeAt(0)] = samples.numbers[0] ?? 0
          }
        }
      },
      forget: ({ thing }) => forget(thing),
      forgetAll(isAmong = () => true) {
        for (const thing of [A, B]) if (isAmong({ organization, thing })) forget(thing)
      },
      isEmpty: () => cached.size + loads.size === 0,
    },
    beat: 1000,
    monotonic: () => now,
  })

  function load(thing: number): Loading {
    const loading: Loading = { samples: [...of(stored, thing)], ended: calls.hold(undefined) }
    loads.set(thing, loading)
    return loading
  }

  async function read(thing: number): Promise<Samples> {
    const known = cached.get(thing)
    if (known) return known
    const loading = loads.get(thing) ?? load(thing)
    await loading.ended
    // An invalidated load still answers those that waited for it.
    if (loads.get(thing) === loading) {
      loads.delete(thing)
      cached.set(thing, loading.samples)
    }
    return loading.samples
  }

  return {
    ...{ calls, stale, close: () => follower.close() },
    /** Refused if the log cannot be read. */
    query:
      (...things: number[]) =>
      async () => {
        const least = structuredClone(acknowledged)
        const isThere = await follower.catchUp(things.map(partition)).then(
          () => true,
          () => false,
        )
        for (const thing of isThere ? things : []) {
          // It may be slow.
          await calls.hold(undefined)
          const [seen, bound] = [await read(thing), of(least, thing)]
          if (seen.some((number, i) => number < (bound[i] ?? 0))) stale.push(`${seen} of ${bound}`)
        }
      },
    write: (thing: number) => () => {
      last += 1
      const time = last % 2
      log(thing).append(encodedRecord([{ organization, thing, samples: sampleAt(time, last) }]))
      for (const state of [stored, acknowledged]) of(state, thing)[time] = last
    },
    /** Two actions: samples are removed, then that is announced and acknowledged. */
    erase(thing: number): (() => void)[] {
      let own = 0
      return [
        () => {
          last += 1
          own = last
          stored.set(thing, [own, own])
        },
        () => {
          log(thing).append(goneRecord({ organization, thing }))
          const [one, other] = of(acknowledged, thing)
          acknowledged.set(thing, [Math.max(one, own), Math.max(other, own)])
        },
      ]
    },
    trim: () => {
      for (const partition of partitions.values()) partition.trim()
    },
    /** Longer than an unused partition is followed. */
    wait: () => {
      now += MAX_AGE_MS + 1
    },
    /** Begins a poll, unless the last one has not ended. */
    poll: () => vi.advanceTimersByTime(1000),
    away: () => {
      isAway = true
    },
    back: () => {
      isAway = false
    },
  }
}

type Node = ReturnType<typeof openNode>
type Scripts = (node: Node) => (() => unknown)[][]

const inOrder: Choose = () => 0

/** A node that follows and has cached both things. Afterwards, two queries in turn must see everything. */
async function run(scripts: Scripts, choose: Choose): Promise<void> {
  const node = openNode()
  const { calls, query, write, back, stale } = node
  const both = query(A, B)
  await interleave([[write(A), write(B), both]], calls, inOrder)
  await interleave(scripts(node), calls, choose)
  await interleave([[back, both, write(A), write(B), both]], calls, inOrder)
  await node.close()
  expect(stale).toEqual([])
}

const scenarios: Record<string, Scripts> = {
  'a partition is left while a query catches up elsewhere': ({ query, write, wait, poll }) => [
    [write(B), query(B, A)],
    [wait, poll],
    [write(A)],
  ],
  'a slow query caches what is not followed any more': ({ query, write, wait, poll }) => [
    [query(A)],
    [wait, poll, write(A), query(A)],
  ],
  'two queries, and a write to what they read': ({ query, write }) => [
    [query(A)],
    [query(A)],
    [write(A), write(A)],
  ],
  'an erasure between writes': ({ query, write, erase }) => [
    [query(A), query(A)],
    [write(A), ...erase(A), write(A)],
  ],
  'records are trimmed before they are read': ({ query, write, trim }) => [
    [query(A), query(A)],
    [write(A), write(A), trim, write(A), write(A)],
  ],
  'reading the log fails': ({ query, write, away, back }) => [
    [query(A), query(A)],
    [write(A), write(A)],
    [away, back],
  ],
}

it.each(Object.entries(scenarios))('all interleavings: %s', async (_, scripts) => {
  expect(await eachSchedule((choose) => run(scripts, choose))).toBeGreaterThan(100)
})

const everything: Scripts = ({ query, write, erase, trim, wait, poll, away, back }) => [
  [query(A, B), query(B, A), query(A)],
  [query(B), query(A), query(B)],
  [write(A), write(A), ...erase(A), write(B), trim, write(A), write(B), ...erase(B), write(A)],
  [poll, wait, poll, poll, wait, poll, poll],
  [away, back],
]

it('many interleavings of everything together', async () => {
  const choices = fc.array(fc.nat(), { minLength: 64, maxLength: 64 })
  const property = fc.asyncProperty(choices, async (numbers) => {
    const left = [...numbers]
    await run(everything, (options) => (left.shift() ?? 0) % options)
  })
  await fc.assert(property, { numRuns: 300 })
})
