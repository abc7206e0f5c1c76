import { expect, it } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { isAmong } from './barrier-scope.ts'

/** A write of organization 5, with samples at the times 30, 10 and 20. */
const write = writeOf(7, 1n, (samples) => {
  for (const [metric, time] of [
    [1, 30],
    [2, 10],
    [1, 20],
  ] as const) {
    samples.push(metric, time, 1)
  }
  samples.ascending = false
})

it.each([
  ['its organization', { organization: 5 }, true],
  ['another organization', { organization: 6 }, false],
  ['its thing', { organization: 5, things: [6, 7] }, true],
  ['other things', { organization: 5, things: [6, 8] }, false],
  ['no things', { organization: 5, things: [] }, false],
  ['a range around it', { organization: 5, range: { from: 0, to: 100 } }, true],
  [
    'a range that begins with its last sample',
    { organization: 5, range: { from: 30, to: 40 } },
    true,
  ],
  ['a range that begins after it', { organization: 5, range: { from: 31, to: 40 } }, false],
  [
    'a range that ends with its first sample',
    { organization: 5, range: { from: 0, to: 10 } },
    false,
  ],
  [
    'a range that ends after its first sample',
    { organization: 5, range: { from: 0, to: 11 } },
    true,
  ],
])('a read barrier of %s (%j) waits for the write: %s', (_, barrierScope, expected) => {
  expect(isAmong(barrierScope)(write)).toBe(expected)
})

it("a read barrier's range may be before 1970", () => {
  const early = writeOf(7, 1n, (samples) => samples.push(1, -5_000_000_000, 1))
  const within = (from: number, to: number) =>
    isAmong({ organization: 5, range: { from, to } })(early)
  expect([within(-5_000_000_000, 0), within(-4_999_999_999, 0)]).toEqual([true, false])
})
