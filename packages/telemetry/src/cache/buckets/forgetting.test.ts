import { expect, it, vi } from 'vitest'
import { overlapOf } from '../../query/axis/range-parts.ts'
import type { Table } from '../../query/buckets/table.ts'
import type { Range } from '../../query/plan/range.ts'
import {
  type Bench,
  BUCKETS,
  ORGANIZATION,
  questionOf,
  valuesIn,
  workbench,
  writeTo,
} from '../../testing/bucket-table.ts'

it.each([
  ['at the end', 11, '11-12'],
  ['in the middle', 4, '0-5'],
  ['at the beginning', 0, '0-1'],
])('after a write %s of the cached range, its buckets are read again', async (_, bucket, again) => {
  const bench = workbench()
  const all = { from: 0, to: BUCKETS }
  await bench.ask(all)
  bench.write(bucket)
  expect(await bench.ask(all)).toEqual(bench.table)
  expect(bench.asked.slice(1)).toEqual([again])
})

it('a write to the current bucket leaves earlier buckets cached', async () => {
  const bench = workbench()
  const { memory, tableOf } = bench
  const question = questionOf()
  const all = { from: 0, to: BUCKETS }
  const past = { from: 0, to: 4 }
  const asked: (readonly Range[])[] = []
  const read = memory.through(question, async (spans) => {
    asked.push(spans)
    if (asked.length === 1) bench.write(3)
    return tableOf(
      spans.map((span) => overlapOf(span, past)),
      question,
    )
  })
  await read(all, 'asc')
  await read(all, 'asc')
  bench.write(3)
  expect(valuesIn(await read(all, 'asc'))).toEqual([0, 0, 0, 2])
  const rest = [{ from: 3, to: BUCKETS }]
  expect(asked).toEqual([[all], rest, rest])
})

it('writes to other buckets, things and organizations leave the cache unchanged', async () => {
  const bench = workbench()
  await bench.ask({ from: 0, to: 4 })
  bench.write(4)
  bench.write(1, 8)
  bench.memory.written([{ ...writeTo(1), organization: ORGANIZATION + 1 }])
  await bench.ask({ from: 0, to: 4 })
  expect(bench.asked).toEqual(['0-4'])
})

it('a write after the cached range computes no bucket number', async () => {
  const { memory, tableOf } = workbench()
  const question = questionOf({ whole: { from: 0, to: 4 } })
  const numberOf = vi.fn(question.numberOf)
  const read = memory.through({ ...question, numberOf }, async (spans) => tableOf(spans, question))
  await read({ from: 0, to: 4 }, 'asc')
  memory.written([writeTo(4), writeTo(9)])
  expect(numberOf).not.toHaveBeenCalled()
  memory.written([writeTo(3), writeTo(3)])
  expect(numberOf).toHaveBeenCalledTimes(2)
})

it.each([
  ['erased', (bench: Bench) => bench.memory.forget({ organization: ORGANIZATION, thing: 7 })],
  ['overwritten', (bench: Bench) => bench.write(0)],
])('buckets whose samples are %s free their memory', async (_, change) => {
  const bench = workbench()
  await bench.ask({ from: 0, to: 1 }, { things: [7, 8] })
  expect(bench.memory.counts().bytes).toBeGreaterThan(0)
  change(bench)
  expect(bench.memory.counts().bytes).toBe(0)
})

it.each([
  ['one thing', (bench: Bench) => bench.memory.forget({ organization: ORGANIZATION, thing: 7 })],
  ['all things', (bench: Bench) => bench.memory.forgetAll(() => true)],
])('erasing samples of %s evicts their buckets, even while they are read', async (_, forget) => {
  const bench = workbench()
  const { memory, tableOf } = bench
  const question = questionOf()
  const reading = Promise.withResolvers<Table>()
  const answer = memory.through(question, () => reading.promise)({ from: 0, to: 2 }, 'asc')
  forget(bench)
  reading.resolve(tableOf([{ from: 0, to: 2 }], question))
  await answer
  await bench.ask({ from: 0, to: 2 })
  forget(bench)
  await bench.ask({ from: 0, to: 2 })
  expect(bench.asked).toEqual(['0-2', '0-2'])
})

it('for a minute after an indeterminate write, nothing is cached', async () => {
  const bench = workbench()
  await bench.ask({ from: 0, to: 2 })
  bench.noteIndeterminate({ organization: ORGANIZATION, thing: 7 })
  await bench.ask({ from: 0, to: 2 })
  bench.clock.now = 60_000
  for (let turn = 0; turn < 2; turn += 1) await bench.ask({ from: 0, to: 2 })
  expect(bench.asked).toEqual(['0-2', '0-2', '0-2'])
})

it('a read that began in the minute after an indeterminate write is not cached', async () => {
  const bench = workbench()
  const question = questionOf()
  bench.noteIndeterminate({ organization: ORGANIZATION, thing: 7 })
  await bench.memory.through(question, async (spans) => {
    bench.clock.now = 60_000
    return bench.tableOf(spans, question)
  })({ from: 0, to: 2 }, 'asc')
  expect(bench.memory.counts().bytes).toBe(0)
})

it('all cached buckets expire after five minutes, including those added later', async () => {
  const bench = workbench()
  await bench.ask({ from: 0, to: 4 })
  bench.clock.now = 250_000
  await bench.ask({ from: 1, to: 5 })
  bench.clock.now = 300_001
  await bench.ask({ from: 1, to: 5 })
  expect(bench.asked).toEqual(['0-4', '4-5', '1-5'])
})
