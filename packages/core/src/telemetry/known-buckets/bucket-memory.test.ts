import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { writeOf } from '../blocks/block-fixture.ts'
import { Cells } from '../query/cells.ts'
import type { Range } from '../query/range.ts'
import { overlapOf } from '../query/range-parts.ts'
import type { Order } from '../query/spans.ts'
import { type Question, rememberBuckets } from './bucket-memory.ts'

const ORGANIZATION = 5
const WIDTH = 10
const BUCKETS = 12

/** A table of one thing: a number that only grows, for each bucket. */
function workbench(options: Parameters<typeof rememberBuckets>[0] = {}) {
  const clock = { now: 0 }
  const memory = rememberBuckets({ monotonic: () => clock.now, ...options })
  const table = Array.from({ length: BUCKETS }, () => 0)
  const asked: string[] = []
  /** What the table says of some buckets now; of those at the ends that are not whole, a hundred less. */
  const cellsOf = (spans: readonly Range[], { whole }: Question) => {
    const cells = new Cells()
    for (const { from, to } of spans) {
      for (let bucket = from; bucket < to; bucket += 1) {
        const cut = bucket < whole.from || bucket >= whole.to
        cells.push(bucket, 'a', (table[bucket] ?? 0) - (cut ? 100 : 0))
      }
    }
    return cells
  }
  return {
    ...{ memory, clock, table, asked, cellsOf },
    questionOf,
    async ask(buckets: Range, { order = 'asc' as Order, ...other }: Partial<Asked> = {}) {
      const question = questionOf({ whole: buckets, ...other })
      const read = memory.through(question, async (spans, readOrder) => {
        asked.push(spans.map(({ from, to }) => `${from}-${to}`).join(' '))
        const cells = cellsOf(spans, question)
        return readOrder === 'asc' ? cells : cells.reversed()
      })
      return (await read(buckets, order)).values
    },
    write(bucket: number, thing = 7) {
      table[bucket] = (table[bucket] ?? 0) + 1
      memory.written([writeTo(bucket, thing)])
    },
  }
}

type Asked = Parameters<typeof questionOf>[0] & { order: Order }

function questionOf({
  key = 'q',
  things = [7],
  whole = { from: 0, to: BUCKETS },
  most = 100,
}: Partial<Question> = {}): Question {
  const numberOf = (micros: number) => Math.floor(micros / WIDTH)
  const startOf = (bucket: number) => bucket * WIDTH
  return { key, organization: ORGANIZATION, things, whole, most, numberOf, startOf }
}

const writeTo = (bucket: number, thing = 7) =>
  writeOf(thing, 1n, (samples) => samples.push(1, bucket * WIDTH + 3, 1))

it('reads buckets once, and later those alone that were not asked for before', async () => {
  const bench = workbench()
  await bench.ask({ from: 2, to: 6 })
  expect(await bench.ask({ from: 2, to: 6 })).toEqual([0, 0, 0, 0])
  expect(await bench.ask({ from: 3, to: 5 }, { order: 'desc' })).toEqual([0, 0])
  await bench.ask({ from: 1, to: 8 })
  await bench.ask({ from: 0, to: 9 })
  expect(bench.asked).toEqual(['2-6', '1-2 6-8', '0-1 8-9'])
  expect(bench.memory.counts()).toMatchObject({ known: 2, partly: 2, unknown: 1 })
})

it('answers in the order that is asked for', async () => {
  const bench = workbench()
  for (const bucket of [1, 2, 2]) bench.write(bucket)
  await bench.ask({ from: 0, to: 2 })
  expect(await bench.ask({ from: 0, to: 4 }, { order: 'desc' })).toEqual([0, 2, 1, 0])
})

it('hands out copies: an answer that is changed changes no other', async () => {
  const bench = workbench()
  const { memory, cellsOf } = bench
  const question = questionOf()
  const read = memory.through(question, async (buckets) => cellsOf(buckets, question))
  for (let turn = 0; turn < 2; turn += 1) {
    const cells = await read({ from: 0, to: 2 }, 'asc')
    expect(cells.length).toBe(2)
    cells.push(9, 'b', 9)
  }
  expect((await read({ from: 0, to: 2 }, 'asc')).length).toBe(2)
})

it('a bucket that is cut by the range is read each time, and never remembered', async () => {
  const bench = workbench()
  const cut = () => bench.ask({ from: 2, to: 8 }, { whole: { from: 3, to: 7 } })
  expect(await cut()).toEqual([-100, 0, 0, 0, 0, -100])
  await cut()
  expect(await bench.ask({ from: 2, to: 8 })).toEqual([0, 0, 0, 0, 0, 0])
  expect(await cut()).toEqual([-100, 0, 0, 0, 0, -100])
  expect(await bench.ask({ from: 2, to: 8 })).toEqual([0, 0, 0, 0, 0, 0])
  expect(bench.asked).toEqual(['2-8', '2-3 7-8', '2-3 7-8', '2-3 7-8'])
})

it('where cut buckets alone are read, what is remembered stays as it is', async () => {
  const bench = workbench()
  await bench.ask({ from: 0, to: 9 })
  await bench.ask({ from: 3, to: 6 }, { whole: { from: 4, to: 5 } })
  await bench.ask({ from: 0, to: 9 })
  expect(bench.asked).toEqual(['0-9', '3-4 5-6'])
})

it.each([
  ['at the end', 11, '11-12'],
  ['in the middle, with the shorter side', 4, '0-5'],
  ['at the beginning', 0, '0-1'],
])('what is written %s is read again', async (_, bucket, again) => {
  const bench = workbench()
  const all = { from: 0, to: BUCKETS }
  await bench.ask(all)
  bench.write(bucket)
  expect(await bench.ask(all)).toEqual(bench.table)
  expect(bench.asked.slice(1)).toEqual([again])
})

it('a write of the moment leaves what came before it, however long the range goes on', async () => {
  const bench = workbench()
  const { memory, cellsOf } = bench
  const question = questionOf()
  const all = { from: 0, to: BUCKETS }
  const past = { from: 0, to: 4 }
  const asked: (readonly Range[])[] = []
  const read = memory.through(question, async (spans) => {
    asked.push(spans)
    if (asked.length === 1) bench.write(3)
    return cellsOf(
      spans.map((span) => overlapOf(span, past)),
      question,
    )
  })
  await read(all, 'asc')
  await read(all, 'asc')
  bench.write(3)
  expect((await read(all, 'asc')).values).toEqual([0, 0, 0, 2])
  const rest = [{ from: 3, to: BUCKETS }]
  expect(asked).toEqual([[all], rest, rest])
})

it('what is written elsewhere changes nothing', async () => {
  const bench = workbench()
  await bench.ask({ from: 0, to: 4 })
  bench.write(4)
  bench.write(1, 8)
  bench.memory.written([{ ...writeTo(1), organization: ORGANIZATION + 1 }])
  await bench.ask({ from: 0, to: 4 })
  expect(bench.asked).toEqual(['0-4'])
})

it('of a write after what is known no calendar is asked', async () => {
  const { memory, cellsOf } = workbench()
  const question = questionOf({ whole: { from: 0, to: 4 } })
  const numberOf = vi.fn(question.numberOf)
  const read = memory.through({ ...question, numberOf }, async (spans) => cellsOf(spans, question))
  await read({ from: 0, to: 4 }, 'asc')
  memory.written([writeTo(4), writeTo(9)])
  expect(numberOf).not.toHaveBeenCalled()
  memory.written([writeTo(3), writeTo(3)])
  expect(numberOf).toHaveBeenCalledTimes(2)
})

it.each([
  ['was erased', (bench: Bench) => bench.memory.forget({ organization: ORGANIZATION, thing: 7 })],
  ['was written again', (bench: Bench) => bench.write(0)],
])('what %s takes no memory', async (_, change) => {
  const bench = workbench()
  await bench.ask({ from: 0, to: 1 }, { things: [7, 8] })
  expect(bench.memory.counts().bytes).toBeGreaterThan(0)
  change(bench)
  expect(bench.memory.counts().bytes).toBe(0)
})

it('a range that moves on leaves behind what it was once', async () => {
  const bench = workbench()
  for (let from = 0; from < 6; from += 1) await bench.ask({ from, to: from + 4 })
  expect(bench.asked).toEqual(['0-4', '4-5', '5-6', '6-7', '7-8', '8-9'])
  await bench.ask({ from: 0, to: 4 })
  expect(bench.asked.at(-1)).toBe('0-4')
})

it('more buckets at once than one reading answers in full are not remembered', async () => {
  const bench = workbench()
  for (let turn = 0; turn < 2; turn += 1) await bench.ask({ from: 0, to: 4 }, { most: 3 })
  expect(bench.asked).toEqual(['0-4', '0-4'])
})

it.each([
  ['its samples', (bench: Bench) => bench.memory.forget({ organization: ORGANIZATION, thing: 7 })],
  ['those of any thing', (bench: Bench) => bench.memory.forgetAll()],
])('forgets a thing when %s are gone, also while they are being read', async (_, forget) => {
  const bench = workbench()
  const { memory, cellsOf } = bench
  const question = questionOf()
  const reading = Promise.withResolvers<Cells>()
  const answer = memory.through(question, () => reading.promise)({ from: 0, to: 2 }, 'asc')
  forget(bench)
  reading.resolve(cellsOf([{ from: 0, to: 2 }], question))
  await answer
  await bench.ask({ from: 0, to: 2 })
  forget(bench)
  await bench.ask({ from: 0, to: 2 })
  expect(bench.asked).toEqual(['0-2', '0-2'])
})
type Bench = ReturnType<typeof workbench>

it('in doubt, and for a minute after, nothing is remembered', async () => {
  const bench = workbench()
  await bench.ask({ from: 0, to: 2 })
  bench.memory.doubt()
  await bench.ask({ from: 0, to: 2 })
  bench.clock.now = 60_000
  for (let turn = 0; turn < 2; turn += 1) await bench.ask({ from: 0, to: 2 })
  expect(bench.asked).toEqual(['0-2', '0-2', '0-2'])
})

it('keeps no reading that began in doubt', async () => {
  const bench = workbench()
  const question = questionOf()
  bench.memory.doubt()
  await bench.memory.through(question, async (spans) => {
    bench.clock.now = 60_000
    return bench.cellsOf(spans, question)
  })({ from: 0, to: 2 }, 'asc')
  expect(bench.memory.counts().bytes).toBe(0)
})

it('reads all again after ten minutes, also what was added meanwhile', async () => {
  const bench = workbench()
  await bench.ask({ from: 0, to: 4 })
  bench.clock.now = 500_000
  await bench.ask({ from: 1, to: 5 })
  bench.clock.now = 600_001
  await bench.ask({ from: 1, to: 5 })
  expect(bench.asked).toEqual(['0-4', '4-5', '1-5'])
})

it('keeps to its bound, and lets go what was not asked for the longest', async () => {
  const bench = workbench({ maxBytes: 5000 })
  for (const key of ['a', 'b', 'a', 'c', 'a']) await bench.ask({ from: 0, to: 8 }, { key })
  expect(bench.asked).toHaveLength(3)
  await bench.ask({ from: 0, to: 8 }, { key: 'b' })
  expect(bench.asked).toHaveLength(4)
  expect(bench.memory.counts().bytes).toBeLessThanOrEqual(5000)
})

it('texts count by their length', async () => {
  const { memory } = workbench({ maxBytes: 5000 })
  const bytesWith = async (key: string, text: string) => {
    const cells = new Cells()
    cells.push(0, 'a', text)
    const before = memory.counts().bytes
    await memory.through(questionOf({ key }), async () => cells)({ from: 0, to: 1 }, 'asc')
    return memory.counts().bytes - before
  }
  const short = await bytesWith('a', 'open')
  expect(await bytesWith('b', 'open'.repeat(100))).toBe(short + 396)
  expect(await bytesWith('c', 'open'.repeat(1000))).toBe(0)
})

it('several who ask at once share a reading, and each reads what it lacks', async () => {
  const bench = workbench()
  const first = bench.ask({ from: 0, to: 4 })
  const same = bench.ask({ from: 0, to: 4 })
  const more = bench.ask({ from: 2, to: 6 })
  const none = [0, 0, 0, 0]
  expect(await Promise.all([first, same, more])).toEqual([none, none, none])
  expect(bench.asked).toEqual(['0-4', '4-6'])
})

it('who waited for a reading that failed reads by itself', async () => {
  const bench = workbench()
  const failing = bench.memory.through(questionOf(), () => Promise.reject(new Error('away')))
  const failed = failing({ from: 0, to: 4 }, 'asc').catch(({ message }) => message)
  expect(await bench.ask({ from: 0, to: 4 })).toEqual([0, 0, 0, 0])
  expect(await failed).toBe('away')
})

it('a reading that fails leaves all as it was', async () => {
  const bench = workbench()
  await bench.ask({ from: 0, to: 4 })
  const failing = bench.memory.through(questionOf(), () => Promise.reject(new Error('away')))
  await expect(failing({ from: 0, to: 6 }, 'asc')).rejects.toThrow('away')
  await bench.ask({ from: 0, to: 4 })
  expect(bench.asked).toEqual(['0-4'])
})

it('whatever happens at once, an answer has what was acknowledged before it was asked for', async () => {
  const span = fc
    .tuple(fc.nat(BUCKETS - 1), fc.integer({ min: 1, max: 6 }))
    .map(([from, width]) => ({ from, to: Math.min(BUCKETS, from + width) }))
  const action = fc.oneof(
    { weight: 2, arbitrary: fc.record({ ask: span }) },
    { weight: 1, arbitrary: fc.record({ write: fc.nat(BUCKETS - 1) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(action, { maxLength: 12 }), async (s, actions) => {
      const { memory, table, cellsOf } = workbench()
      const acknowledged = table.slice()
      const act = async (one: (typeof actions)[number]) => {
        await s.schedule(Promise.resolve())
        if ('write' in one) {
          table[one.write] = (table[one.write] ?? 0) + 1
          const now = table[one.write] ?? 0
          await s.schedule(Promise.resolve())
          memory.written([writeTo(one.write)])
          acknowledged[one.write] = Math.max(acknowledged[one.write] ?? 0, now)
          return
        }
        const before = acknowledged.slice()
        const question = questionOf()
        const read = memory.through(question, async (buckets) => {
          await s.schedule(Promise.resolve())
          const cells = cellsOf(buckets, question)
          await s.schedule(Promise.resolve())
          return cells
        })
        const { positions, values } = await read(one.ask, 'asc')
        expect(positions).toEqual(table.map((_, at) => at).slice(one.ask.from, one.ask.to))
        for (const [at, bucket] of positions.entries()) {
          expect(values[at]).toBeGreaterThanOrEqual(before[bucket] ?? 0)
          expect(values[at]).toBeLessThanOrEqual(table[bucket] ?? 0)
        }
      }
      await s.waitFor(Promise.all(actions.map(act)))
    }),
    { numRuns: 300, seed: 11 },
  )
})
