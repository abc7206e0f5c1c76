import { expect, test } from 'vitest'
import { outliersOf } from './outliers.ts'

const many = (averages: (number | null)[]) => new Map(averages.map((avg, i) => [`truck-${i}`, avg]))

test('returns things far from the median, farthest first', () => {
  expect(outliersOf(many([4, 5, 6, 5, 4, 5, 6, 19, -20, null]))).toEqual(['truck-8', 'truck-7'])
})

test('flags only the thing that differs from otherwise equal ones', () => {
  expect(outliersOf(many([4, 5, 6, 5, 4, 5, 6]))).toEqual([])
  expect(outliersOf(many([5, 5, 5, 5, 5, 5, 5, 5]))).toEqual([])
  expect(outliersOf(many([5, 5, 5, 5, 5, 5, 5, 9]))).toEqual(['truck-7'])
  expect(outliersOf(many([]))).toEqual([])
})
