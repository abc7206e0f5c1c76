import { randomOf } from '@sluice/contract/testing'
import { atOnce } from '@sluice/runtime'
import { expect, it } from 'vitest'
import type { SampleRun } from '../../cache/chunks/chunk.ts'
import { percentileOf, sortedNumbers } from './percentiles.ts'

function runOf(numbers: readonly number[]): SampleRun {
  const times = Float64Array.from(numbers, (_, i) => i)
  return {
    ...{ times, numbers: Float64Array.from(numbers), texts: undefined },
    ...{ first: 0, end: numbers.length },
  }
}

it.each([0, 1, 2, 32_768, 32_769, 100_000, 200_001])(
  'sorts %d numbers of several runs in slices',
  (count) => {
    const random = randomOf(count)
    const numbers = Array.from({ length: count }, () => Math.floor(random() * 1000) - 500)
    const half = Math.floor(count / 3)
    const runs = [numbers.slice(0, half), [Number.NaN], numbers.slice(half)].map(runOf)
    expect([...atOnce(sortedNumbers(runs))]).toEqual(numbers.toSorted((a, b) => a - b))
  },
)

it('sorts only the part of a run from its first to its end', () => {
  const run = { ...runOf([9, 3, 2, 1]), first: 1, end: 3 }
  expect([...atOnce(sortedNumbers([run]))]).toEqual([2, 3])
})

it('sorts long lists in more than one slice', () => {
  const slices = sortedNumbers([runOf(Array.from({ length: 100_000 }, (_, i) => -i))])
  let yields = 0
  while (!slices.next().done) yields += 1
  expect(yields).toBeGreaterThan(4)
})

it('interpolates a percentile between the two nearest numbers', () => {
  const numbers = Float64Array.of(10, 20, 30, 40)
  expect(percentileOf('p50', numbers)).toBe(25)
  expect(percentileOf('p90', numbers)).toBeCloseTo(37, 9)
  expect(percentileOf('p99', Float64Array.of(7))).toBe(7)
  expect(percentileOf('p95', new Float64Array())).toBeNull()
})
