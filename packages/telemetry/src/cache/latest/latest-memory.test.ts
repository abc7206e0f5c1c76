import { atOnce } from '@sluice/runtime'
import { expect, it, vi } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { TooManyBytes } from '../../too-many-rows.ts'
import { latestSamples } from '../../write/blocks/latest-block.ts'
import { seriesRows } from '../../write/blocks/series-rows.ts'
import { trackIndeterminate } from '../remembering.ts'
import { rememberLatest } from './latest-memory.ts'
import { halvesOf, LatestRows } from './latest-rows.ts'

const ORGANIZATION = 5
const METRIC = 1

type Found = Map<number, LatestRows>

/** Adds rows of a thing: those of one metric, or none. */
type Offer = (rows: LatestRows) => void

/** A table and a clock that the tests control. */
function workbench(maxBytes?: number) {
  const questions: { things: readonly number[]; answer: PromiseWithResolvers<Found> }[] = []
  const clock = { now: 0 }
  const monotonic = () => clock.now
  const memory = rememberLatest({
    readTable(_, things) {
      const answer = Promise.withResolvers<Found>()
      questions.push({ things, answer })
      return answer.promise
    },
    monotonic,
    isIndeterminate: (organization) => outcomes.isIndeterminate(organization),
    ...(maxBytes !== undefined && { maxBytes }),
  })
  const outcomes = trackIndeterminate(monotonic, memory)
  const value = async (thing: number) =>
    (await memory.read(ORGANIZATION, [thing])).get(thing)?.get(METRIC)?.number
  return {
    ...{ memory, questions, clock, value, noteIndeterminate: outcomes.noteIndeterminate },
    /** Resolves the latest read; each of its things has this row. */
    answer(row?: Offer) {
      const { things, answer } = questions.at(-1) ?? {}
      answer?.resolve(new Map(things?.map((thing) => [thing, rowsOf(row)])))
    },
    store: (thing: number, time: number, number: number, version = 1n, metric = METRIC) =>
      memory.stored(
        atOnce(
          latestSamples(
            atOnce(seriesRows([writeOf(thing, version, (s) => s.push(metric, time, number))])),
          ),
        ),
      ),
    /** Reads a thing and resolves the read. */
    async known(thing: number, row?: Offer) {
      const read = value(thing)
      this.answer(row)
      await read
    },
  }
}

function rowOf(time: number, number: number, version = 1n): Offer {
  return (rows) => rows.offer(METRIC, time, number, '', halvesOf(version))
}

function rowsOf(row?: Offer): LatestRows {
  const rows = new LatestRows()
  row?.(rows)
  return rows
}

it('each thing is read once, and concurrent requests share the read', async () => {
  const bench = workbench()
  const both = Promise.all([bench.value(7), bench.memory.read(ORGANIZATION, [7, 8])])
  expect(bench.questions.map(({ things }) => things)).toEqual([[7], [8]])
  for (const { things, answer } of bench.questions) {
    answer.resolve(new Map(things.map((thing) => [thing, rowsOf(rowOf(1, thing))])))
  }
  const [one, several] = await both
  expect([one, several.get(7)?.get(METRIC)?.number]).toEqual([7, 7])
  expect(await bench.value(8)).toBe(8)
  expect(bench.questions).toHaveLength(2)
  expect(bench.memory.counts()).toMatchObject({ things: 2, hits: 1, misses: 3 })
})

it('organizations do not share latest values', async () => {
  const bench = workbench()
  await bench.known(7, rowOf(1, 1))
  void bench.memory.read(ORGANIZATION + 1, [7])
  expect(bench.questions).toHaveLength(2)
})

it.each([
  ['of a later time, whatever its version,', 20, 0n, 2],
  ['of the same time and a later version', 10, 6n, 2],
  ['of the same time and an earlier version', 10, 4n, 1],
  ['of an earlier time, whatever its version,', 9, 9n, 1],
])('after a write %s the cache has the latest value', async (_, time, version, expected) => {
  const bench = workbench()
  await bench.known(7, rowOf(10, 1, 5n))
  bench.store(7, time, 2, version)
  expect(await bench.value(7)).toBe(expected)
  expect(bench.questions).toHaveLength(1)
})

it.each([
  ['before', rowOf(10, 1)],
  ['after', rowOf(20, 2)],
])('a write during a table read counts when the read saw the table %s it', async (_, found) => {
  const bench = workbench()
  const read = bench.value(7)
  bench.store(7, 20, 2)
  bench.answer(found)
  expect(await read).toBe(2)
  expect(await bench.value(7)).toBe(2)
  expect(bench.questions).toHaveLength(1)
})

const ways = {
  forget: ({ memory }) => memory.forget({ organization: ORGANIZATION, thing: 7 }),
  forgetSome: ({ memory }) => memory.forgetAll(({ thing }) => thing === 7),
  forgetAll: ({ memory }) => memory.forgetAll(() => true),
  noteIndeterminate: (bench) => bench.noteIndeterminate({ organization: ORGANIZATION, thing: 7 }),
} satisfies Record<string, (bench: ReturnType<typeof workbench>) => void>

it.each(Object.keys(ways) as (keyof typeof ways)[])(
  'a read in flight at %s is neither cached nor shared with later requests',
  async (way) => {
    const bench = workbench()
    const early = bench.value(7)
    ways[way](bench)
    const late = bench.value(7)
    expect(bench.questions).toHaveLength(2)
    bench.answer()
    bench.questions[0]?.answer.resolve(new Map([[7, rowsOf(rowOf(1, 1))]]))
    expect(await late).toBeUndefined()
    expect(await early).toBe(1)
    if (way !== 'noteIndeterminate') expect(await bench.value(7)).toBeUndefined()
  },
)

it('for a minute after an indeterminate write, nothing is cached', async () => {
  const bench = workbench()
  await bench.known(7, rowOf(1, 1))
  bench.noteIndeterminate({ organization: ORGANIZATION, thing: 7 })
  const read = bench.value(7)
  bench.clock.now = 59_999
  bench.answer(rowOf(1, 2))
  expect(await read).toBe(2)
  await bench.known(7, rowOf(1, 3))
  bench.clock.now = 60_000
  await bench.known(7, rowOf(1, 4))
  expect(bench.questions).toHaveLength(4)
  expect(await bench.value(7)).toBe(4)
})

it('indeterminate writes of other organizations or things leave the cache unchanged', async () => {
  const bench = workbench()
  await bench.known(7, rowOf(1, 1))
  bench.noteIndeterminate({ organization: ORGANIZATION, thing: 8 })
  bench.noteIndeterminate({ organizations: new Set([ORGANIZATION + 1]) })
  expect(await bench.value(7)).toBe(1)
  expect(bench.questions).toHaveLength(1)
  bench.noteIndeterminate({ organizations: new Set([ORGANIZATION]) })
  bench.clock.now = 59_999
  await bench.known(7, rowOf(1, 2))
  await bench.known(7, rowOf(1, 3))
  expect(bench.questions).toHaveLength(3)
})

it('a read that began in the minute after an indeterminate write is not cached', async () => {
  const bench = workbench()
  bench.noteIndeterminate({ organization: ORGANIZATION, thing: 7 })
  const read = bench.value(7)
  bench.clock.now = 60_000
  bench.answer(rowOf(1, 1))
  expect(await read).toBe(1)
  await bench.known(7, rowOf(1, 2))
  expect(await bench.value(7)).toBe(2)
})

it('cached values expire after ten minutes', async () => {
  const bench = workbench()
  await bench.known(7, rowOf(1, 1))
  bench.clock.now = 600_000
  expect(await bench.value(7)).toBe(1)
  bench.clock.now += 1
  await bench.known(7, rowOf(1, 2))
  expect(await bench.value(7)).toBe(2)
})

it('a failed table read rejects, and the next request reads again', async () => {
  const bench = workbench()
  const read = bench.value(7)
  bench.questions[0]?.answer.reject(new Error('away'))
  await expect(read).rejects.toThrow('away')
  await bench.known(7, rowOf(1, 1))
  expect(await bench.value(7)).toBe(1)
})

it('the cache stays within its size limit when cached things grow', async () => {
  const bench = workbench(1_400)
  for (const thing of [1, 2, 3]) await bench.known(thing)
  expect(bench.memory.counts()).toMatchObject({ things: 3, bytes: 1_200 })
  for (let metric = 1; metric <= 5; metric += 1) bench.store(3, 1, 1, 1n, metric)
  expect(bench.memory.counts()).toMatchObject({ things: 2, bytes: 1_060 })
  for (let metric = 1; metric <= 20; metric += 1) bench.store(2, 1, 1, 1n, metric)
  expect(bench.memory.counts()).toMatchObject({ things: 0, bytes: 0 })
})

it('a read that joins one of too many things is made again alone, and that one is rejected', async () => {
  const { memory, questions, answer } = workbench()
  const many = memory.read(ORGANIZATION, [1, 2, 3])
  const one = memory.read(ORGANIZATION, [3])
  const both = memory.read(ORGANIZATION, [3, 4])
  expect(questions.map(({ things }) => things)).toEqual([[1, 2, 3], [4]])
  questions[1]?.answer.resolve(new Map([[4, rowsOf(rowOf(20, 5))]]))
  const refused = new TooManyBytes(undefined)
  questions[0]?.answer.reject(refused)
  await expect(many).rejects.toBe(refused)
  await vi.waitFor(() => expect(questions).toHaveLength(3))
  expect(questions[2]?.things).toEqual([3])
  answer(rowOf(10, 4))
  expect((await one).get(3)?.get(METRIC)?.number).toBe(4)
  const found = await both
  expect([3, 4].map((thing) => found.get(thing)?.get(METRIC)?.number)).toEqual([4, 5])
})
