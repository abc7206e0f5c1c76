import fc from 'fast-check'
import { expect, it } from 'vitest'
import { halvesOf, LatestRows } from './latest-rows.ts'

/** Few metrics and times, so that rows collide; versions that differ in either half. */
const offer = fc.record({
  metric: fc.integer({ min: 1, max: 12 }),
  time: fc.constantFrom(-1, 0, 1, 1_767_225_600_000_001),
  number: fc.constantFrom(-0, 0.5, 7, null),
  text: fc.constantFrom('', 'på'),
  version: fc.constantFrom(0n, 1n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n),
})
type Offer = typeof offer extends fc.Arbitrary<infer One> ? One : never

it('keeps the latest row of each metric, in whatever order rows arrive', () => {
  fc.assert(
    fc.property(fc.array(offer, { maxLength: 60 }), (offers) => {
      const rows = new LatestRows()
      const expected = new Map<number, Offer>()
      for (const one of offers) {
        const { metric, time, number, text, version } = one
        rows.offer(metric, time, number ?? Number.NaN, text, halvesOf(version))
        const known = expected.get(metric)
        const wins = !known || time > known.time || (time === known.time && version > known.version)
        if (wins) expected.set(metric, one)
      }
      for (let metric = 0; metric <= 13; metric += 1) {
        const { time, number, text, version } = expected.get(metric) ?? {}
        const row = version !== undefined && { time, number, text, ...halvesOf(version) }
        expect(rows.get(metric)).toEqual(row || undefined)
      }
      expect([...rows].map(([metric]) => metric)).toEqual(
        [...expected.keys()].sort((a, b) => a - b),
      )
    }),
  )
})

it('the size follows the rows and texts', () => {
  const rows = new LatestRows()
  const sizes = ['a', 'abc', '', 'abc'].map((text, time) => {
    rows.offer(1, time, Number.NaN, text, halvesOf(0n))
    return rows.bytes
  })
  expect(sizes[1]).toBe((sizes[0] ?? 0) + 2)
  expect(sizes[2]).toBeLessThan(sizes[0] ?? 0)
  expect(sizes[3]).toBe(sizes[1])
})
