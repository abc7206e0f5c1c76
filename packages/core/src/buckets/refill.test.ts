import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refill, secondsUntilFull, secondsUntilOne, wholeUnits } from './refill.ts'

fc.configureGlobal({ seed: 20_260_601, numRuns: 2000 })

const standard = { perMinute: 600, burst: 1000 }
const limits = fc.record({
  perMinute: fc.oneof(fc.constantFrom(1, 6, 7, 600, 6000), fc.integer({ min: 1, max: 1_000_000 })),
  burst: fc.integer({ min: 1, max: 100_000 }),
})
/** A bucket with some history: whole units taken, with refills of odd lengths in between. */
const lived = fc.tuple(limits, fc.array(fc.tuple(fc.nat(100_000), fc.nat(2000)), { maxLength: 20 }))

describe('refill', () => {
  test('is continuous: a tenth of a second adds one unit at 600 a minute', () => {
    const empty = { tokens: 0, at: 0 }
    expect(refill({ ...empty }, standard, 100).tokens).toBe(1)
    expect(refill({ ...empty }, standard, 50).tokens).toBe(0.5)
    expect(refill({ ...empty }, standard, 60_000).tokens).toBe(600)
  })

  test('stops at the burst', () => {
    expect(refill({ tokens: 0, at: 0 }, standard, 100_000).tokens).toBe(1000)
    expect(refill({ tokens: 0, at: 0 }, standard, 100_001).tokens).toBe(1000)
  })

  test('caps a bucket that holds more than the burst', () => {
    expect(refill({ tokens: 5000, at: 0 }, standard, 0).tokens).toBe(1000)
  })

  test('adds nothing when the clock goes back, and goes on from there', () => {
    const back = refill({ tokens: 10, at: 1000 }, standard, 0)
    expect(back).toEqual({ tokens: 10, at: 0 })
    expect(refill({ ...back }, standard, 0).tokens).toBe(10)
    expect(refill({ ...back }, standard, 100).tokens).toBe(11)
  })

  test('repays debt at the same rate', () => {
    expect(refill({ tokens: -10, at: 0 }, standard, 1000).tokens).toBe(0)
    expect(refill({ tokens: -10, at: 0 }, standard, 1100).tokens).toBe(1)
  })

  test('gives the same level in one step or many, up to rounding', () => {
    fc.assert(
      fc.property(limits, fc.array(fc.nat(5000), { maxLength: 30 }), (limit, steps) => {
        let bucket = { tokens: -3, at: 0 }
        let now = 0
        for (const step of steps) {
          now += step
          bucket = refill(bucket, limit, now)
        }
        expect(bucket.tokens).toBeCloseTo(refill({ tokens: -3, at: 0 }, limit, now).tokens, 6)
      }),
    )
  })
})

describe('the announced wait', () => {
  test.each([
    [0, standard, 1],
    [0.5, standard, 1],
    [-9, standard, 1],
    [-9.1, standard, 2],
    [-599, standard, 60],
    [0, { perMinute: 6, burst: 10 }, 10],
    [0.5, { perMinute: 6, burst: 10 }, 5],
    [0.9, { perMinute: 6, burst: 10 }, 1],
    [0, { perMinute: 1, burst: 1 }, 60],
    [0, { perMinute: 0.5, burst: 1 }, 120],
  ])('with %d units of %j is %d s until one unit', (tokens, limit, seconds) => {
    expect(secondsUntilOne(tokens, limit)).toBe(seconds)
  })

  test.each([
    [1000, standard, 0],
    [999.9, standard, 1],
    [0, standard, 100],
    [742, standard, 26],
    [4, { perMinute: 6, burst: 10 }, 60],
  ])('with %d units of %j is %d s until full', (tokens, limit, seconds) => {
    expect(secondsUntilFull(tokens, limit)).toBe(seconds)
  })

  test('is long enough for one whole unit', () => {
    fc.assert(
      fc.property(lived, ([limit, steps]) => {
        let bucket = { tokens: limit.burst, at: 0 }
        let now = 0
        for (const [elapsed, taken] of steps) {
          now += elapsed
          const { tokens, at } = refill(bucket, limit, now)
          bucket = { tokens: tokens - taken, at }
        }
        const wait = secondsUntilOne(bucket.tokens, limit)
        expect(
          wholeUnits(refill({ ...bucket }, limit, now + wait * 1000).tokens),
        ).toBeGreaterThanOrEqual(1)
        const full = secondsUntilFull(bucket.tokens, limit)
        const later = refill({ ...bucket }, limit, now + full * 1000)
        expect(later.tokens).toBeCloseTo(limit.burst, 6)
      }),
    )
  })

  test('is not a second longer than needed', () => {
    fc.assert(
      fc.property(limits, fc.double({ min: -500, max: 0.99, noNaN: true }), (limit, tokens) => {
        const wait = secondsUntilOne(tokens, limit)
        fc.pre(wait > 1)
        const earlier = refill({ tokens, at: 0 }, limit, (wait - 1) * 1000)
        expect(wholeUnits(earlier.tokens)).toBeLessThan(1)
      }),
    )
  })
})

test('a unit that is short by rounding alone counts as whole', () => {
  expect(wholeUnits(0.1 + 0.2 + 0.3 + 0.4 - 1e-16)).toBe(1)
  expect(wholeUnits(0.999_999)).toBe(0)
  expect(wholeUnits(-0.5)).toBe(-1)
})
