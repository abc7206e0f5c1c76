import fc from 'fast-check'
import { expect, it } from 'vitest'
import { between, computed } from './computed.ts'

it('non-finite results become null, and zero loses its sign', () => {
  const none = [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of none) expect(computed(value)).toBeNull()
  expect(computed(-0)).toBe(0)
  expect(computed(-1.5)).toBe(-1.5)
})

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })

it('a number on a line lies between its ends, however far apart they are', () => {
  fc.assert(
    fc.property(finite, finite, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, share) => {
      const number = between(from, to, share * 3600e6, 3600e6)
      const slack = 1e-12 * Math.max(Math.abs(from), Math.abs(to))
      expect(number).toBeGreaterThanOrEqual(Math.min(from, to) - slack)
      expect(number).toBeLessThanOrEqual(Math.max(from, to) + slack)
    }),
  )
  expect(between(-1.7e308, 1.7e308, 1, 2)).toBe(0)
  expect(between(0.1, 0.1, 1, 3)).toBe(0.1)
})
