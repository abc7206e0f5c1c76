import { expect, it } from 'vitest'
import { clockAhead } from './clock-ahead.ts'

/** A clock that is `ahead`; each answer takes as long as given, half of it on the way there. */
async function judge(ahead: number, ...took: number[]) {
  let now = 1_000_000
  const ask = async () => {
    const half = (took.shift() ?? 0) / 2
    const there = now + half + ahead
    now += half * 2
    return there
  }
  return clockAhead(ask, () => now)
}

it('a difference counts as far as the quickest answer proves it', async () => {
  expect(await judge(50, 30, 4, 20)).toBe(48)
  expect(await judge(-2000, 10, 10, 10)).toBe(-1995)
  expect(await judge(3, 10, 10, 10)).toBe(0)
})
