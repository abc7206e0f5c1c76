import type { NativeColumn } from '@sluice/clickhouse'
import { atOnce } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Chunk } from '../../cache/chunks/chunk.ts'
import { type PartialRow, selectPartials } from './partials.ts'

const aggregates = ['count', 'sum', 'avg', 'min', 'max', 'stddev', 'first', 'last'] as const
const partials = selectPartials(aggregates)

function rowOf(numbers: readonly number[], thing = 7): PartialRow {
  const chunk = new Chunk()
  for (const [i, number] of numbers.entries())
    chunk.put(i, number, Number.isNaN(number) ? 'on' : '')
  const run = atOnce(chunk.run())
  return [0, thing, 1, ...partials.of(run, thing)]
}

const answersOf = (row: PartialRow) =>
  Object.fromEntries(aggregates.map((aggregate) => [aggregate, partials.read(aggregate, row)]))

it('partials merge to the aggregates of all samples and ignore strings', () => {
  const row = rowOf([2, 4, Number.NaN])
  partials.addTo(row, rowOf([9], 6))
  expect(answersOf(row)).toEqual({
    ...{ count: 4, sum: 15, avg: 5, min: 2, max: 9, stddev: Math.sqrt(13) },
    ...{ first: [9, ''], last: [null, 'on'] },
  })
})

it('aggregates of no numbers, and sums that overflow, are null', () => {
  const none = { sum: null, avg: null, min: null, max: null, stddev: null }
  expect(answersOf(rowOf([Number.NaN]))).toMatchObject({ ...none, count: 1 })
  const most = 1.7e308
  const nothing = { sum: null, avg: null, stddev: null }
  expect(answersOf(rowOf([most, most]))).toMatchObject({ ...nothing, count: 2, max: most })
  // A row as rollups return it, in JSON.
  const rolled: PartialRow = [0, 7, 1, 2, [2, null], most, most, [2, null, null]]
  expect(['sum', 'avg'].map((each) => partials.read(each as 'sum', rolled))).toEqual([null, null])
})

/** Aggregates by their definitions, over all samples at once. */
function modelOf(parts: readonly (readonly number[])[]) {
  const all = parts.flat()
  const numbers = all.filter((number) => !Number.isNaN(number))
  const n = numbers.length
  const sum = numbers.reduce((total, number) => total + number, 0)
  const squares = numbers.reduce((total, number) => total + (number - sum / n) ** 2, 0)
  return {
    count: all.length,
    sum: n === 0 ? null : sum,
    avg: n === 0 ? null : sum / n,
    min: n === 0 ? null : Math.min(...numbers),
    max: n === 0 ? null : Math.max(...numbers),
    stddev: n < 2 ? null : Math.sqrt(squares / (n - 1)),
  }
}

const sample = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -50, max: 50 }) },
  fc.constant(Number.NaN),
)
const someParts = fc.array(fc.array(sample, { maxLength: 4 }), { minLength: 1, maxLength: 5 })

it('merged partials match their definitions, however samples are split', () => {
  fc.assert(
    fc.property(someParts, (parts) => {
      const [first = [], ...rest] = parts
      const row = rowOf(first)
      for (const part of rest) partials.addTo(row, rowOf(part))
      const answers = answersOf(row)
      for (const [aggregate, value] of Object.entries(modelOf(parts))) {
        if (value === null) expect(answers[aggregate], aggregate).toBeNull()
        else expect(answers[aggregate], aggregate).toBeCloseTo(value, 9)
      }
    }),
    { seed: 1, numRuns: 500 },
  )
})

it.each([
  [
    'first',
    [
      [5, 7],
      [3, 6],
    ],
    6,
  ],
  [
    'first',
    [
      [3, 6],
      [5, 7],
    ],
    6,
  ],
  [
    'first',
    [
      [5, 2],
      [5, 1],
    ],
    1,
  ],
  [
    'first',
    [
      [5, 1],
      [5, 2],
    ],
    1,
  ],
  [
    'last',
    [
      [5, 7],
      [3, 6],
    ],
    7,
  ],
  [
    'last',
    [
      [3, 6],
      [5, 7],
    ],
    7,
  ],
  [
    'last',
    [
      [5, 2],
      [5, 1],
    ],
    1,
  ],
  [
    'last',
    [
      [5, 1],
      [5, 2],
    ],
    1,
  ],
] as const)(
  '%s of [time, thing] pairs %j is that of thing %i',
  (aggregate, [one, other], thing) => {
    const endRow = ([time, of]: readonly [number, number]): PartialRow => {
      const chunk = new Chunk()
      chunk.put(time, of, '')
      return [0, 0, 1, ...partials.of(atOnce(chunk.run()), of)]
    }
    const row = endRow(one)
    partials.addTo(row, endRow(other))
    expect(partials.read(aggregate, row)).toEqual([thing, ''])
  },
)

it('the SQL selects each rollup column once, in the order of the partials', () => {
  const { ofSamples, ofHours, columns } = selectPartials(['sum', 'avg', 'count', 'stddev'])
  expect(columns).toEqual(['numbers', 'total', 'samples', 'spread'])
  expect(ofSamples).toMatch(/^\(countIf\(.*sumIf\(.*count\(\), .*varPopStableIf/)
  expect(ofHours).toMatch(/^\(sum\(numbers\), sum\(total\)\), sum\(samples\), /)
})

it('partials are read from columns', () => {
  const chosen = selectPartials(['count', 'avg', 'stddev', 'p95'])
  const column = (...values: number[]): NativeColumn => new Float64Array(values)
  const readers = chosen.columnReaders([
    column(3, 1),
    { elements: [column(3, 0), column(12, 0)] },
    { elements: [column(3, 0), column(4, 0), column(8, 0)] },
  ])
  const read = (row: number) =>
    ['count', 'avg', 'stddev', 'p95'].map((each) => readers[each as 'avg']?.(row))
  expect(read(0)).toEqual([3, 4, 2, null])
  expect(read(1)).toEqual([1, null, null, null])
})
