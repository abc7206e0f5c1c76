import { expect, test } from 'vitest'
import { outliersOf, type Stats, statsOfAll } from './outliers.ts'

const stats = (avg: number | null, count = 10): Stats => ({
  ...{ count, avg, coverage: count / 10 },
  ...{ min: avg === null ? null : avg - 1, max: avg === null ? null : avg + 1 },
})
const many = (averages: (number | null)[]) =>
  new Map(averages.map((avg, i) => [`truck-${i}`, stats(avg)]))

test('what is far from the middle is an outlier, the farthest first', () => {
  expect(outliersOf(many([4, 5, 6, 5, 4, 5, 6, 19, -20, null]))).toEqual(['truck-8', 'truck-7'])
})

test('of things that are alike, none is an outlier, and the one that is not is', () => {
  expect(outliersOf(many([4, 5, 6, 5, 4, 5, 6]))).toEqual([])
  expect(outliersOf(many([5, 5, 5, 5, 5, 5, 5, 5]))).toEqual([])
  expect(outliersOf(many([5, 5, 5, 5, 5, 5, 5, 9]))).toEqual(['truck-7'])
  expect(outliersOf(many([]))).toEqual([])
})

test('together, extremes are the outermost and averages are weighed by samples', () => {
  expect(statsOfAll([stats(2, 30), stats(6, 10), stats(null, 0)])).toEqual({
    ...{ count: 40, min: 1, avg: 3, max: 7, coverage: 4 / 3 },
  })
  expect(statsOfAll([])).toEqual({ count: 0, min: null, avg: null, max: null, coverage: null })
})
