import { expect, it } from 'vitest'
import { SampleRun } from '../../cache/ends/sample-run.ts'
import { type PartialRow, selectPartials } from './partials.ts'

const aggregates = ['count', 'sum', 'avg', 'min', 'max', 'stddev', 'first', 'last'] as const
const partials = selectPartials(aggregates)

function rowOf(numbers: readonly number[], thing = 7): PartialRow {
  const run = new SampleRun()
  for (const [i, number] of numbers.entries()) run.put(i, number, Number.isNaN(number) ? 'on' : '')
  return [0, thing, 1, ...partials.of(run, thing)]
}

const answersOf = (row: PartialRow) =>
  Object.fromEntries(aggregates.map((aggregate) => [aggregate, partials.read(aggregate, row)]))

it('are the same of samples in parts as at once, strings left out of what is reckoned', () => {
  const row = rowOf([2, 4, Number.NaN])
  partials.addTo(row, rowOf([9], 6))
  expect(answersOf(row)).toEqual({
    ...{ count: 4, sum: 15, avg: 5, min: 2, max: 9, stddev: Math.sqrt(13) },
    ...{ first: [9, ''], last: [null, 'on'] },
  })
})

it('over no numbers, or more than a number can be, are null', () => {
  const none = { sum: null, avg: null, min: null, max: null, stddev: null }
  expect(answersOf(rowOf([Number.NaN]))).toMatchObject({ ...none, count: 1 })
  const most = 1.7e308
  const nothing = { sum: null, avg: null, stddev: null }
  expect(answersOf(rowOf([most, most]))).toMatchObject({ ...nothing, count: 2, max: most })
  // As rollups answer it, in JSON.
  const rolled: PartialRow = [0, 7, 1, 2, [2, null], most, most, [2, null, null]]
  expect(['sum', 'avg'].map((each) => partials.read(each as 'sum', rolled))).toEqual([null, null])
})
