import { expect, it } from 'vitest'
import { type Cell, differenceOf } from './cells.ts'
import { coverageOf } from './summaries.ts'

const [MINUTE, HOUR] = [60e6, 3600e6]
const now = Date.UTC(2026, 5, 1) * 1000
const range = { from: now - 10 * HOUR, to: now + HOUR }
/** One a minute, all of ten hours. */
const whole = Array.from({ length: 600 }, (_, i) => ({ t: range.from + i * MINUTE, value: i }))
const isRight = (found: Cell, samples = whole, to = range.to) => {
  const expected = coverageOf([samples], { ...range, to }, { expectedSeconds: 60 }, now)
  return differenceOf(new Map([['it', found]]), new Map([['it', expected]])) === undefined
}

it('coverage of a range that is not over goes by a clock that may be off', () => {
  expect([1, 600 / 660, 600 / 630].map((share) => isRight(share))).toEqual([true, true, true])
  expect([0, null, 0.5, 601 / 660].map((share) => isRight(share))).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(isRight(1, whole.slice(1))).toBe(false)
})

it('coverage of what is over is exact', () => {
  const to = now - 9 * HOUR
  expect([1, 59 / 60].map((share) => isRight(share, whole, to))).toEqual([true, false])
})
