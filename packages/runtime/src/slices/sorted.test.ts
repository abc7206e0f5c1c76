import fc from 'fast-check'
import { expect, it } from 'vitest'
import { atOnce } from './in-slices.ts'
import { sorted } from './sorted.ts'

it('sorts as the language does, however many there are, and keeps the order of equals', () => {
  const size = fc.integer({ min: 0, max: 20_000 })
  const most = fc.integer({ min: 0, max: 1000 })
  fc.assert(
    fc.property(size, most, fc.integer(), (count, distinct, seed) => {
      const items = Array.from({ length: count }, (_, at) => {
        return { value: Math.abs(Math.imul(at + seed, 0x9e37_79b1)) % (distinct + 1), at }
      })
      const compare = (one: { value: number }, other: { value: number }) => one.value - other.value
      expect(atOnce(sorted(items, compare))).toEqual(items.toSorted(compare))
    }),
    { numRuns: 50 },
  )
})

it('yields while it sorts and while it merges', () => {
  const items = Array.from({ length: 16_384 }, (_, i) => -i)
  let yields = 0
  const work = sorted(items, (one, other) => one - other)
  while (!work.next().done) yields += 1
  // Three between four pieces, and four in each of two rounds of merging.
  expect(yields).toBe(3 + 4 + 4)
})
