import fc from 'fast-check'
import { expect, it } from 'vitest'
import { halvesOf, piecesOf } from './pieces-of-request.ts'
import type { RollupRequest } from './roll-up.ts'

const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 9 })
const requests = fc
  .record({
    things: numbers,
    metrics: numbers,
    from: fc.nat(9),
    days: fc.integer({ min: 1, max: 20 }),
  })
  .map(
    ({ from, days, ...series }): RollupRequest => ({
      organization: 1,
      ...series,
      from,
      to: from + days,
    }),
  )

function daysOf({ things, metrics, from, to }: RollupRequest): string[] {
  const days = Array.from({ length: to - from }, (_, i) => from + i)
  return things.flatMap((thing) =>
    metrics.flatMap((metric) => days.map((day) => `${thing} ${metric} ${day}`)),
  )
}

it('pieces are small and cover each day of each series once, newest first', () => {
  fc.assert(
    fc.property(requests, fc.integer({ min: 1, max: 40 }), (request, size) => {
      const pieces = [...piecesOf(request, size)]
      for (const piece of pieces) expect(daysOf(piece).length).toBeLessThanOrEqual(size)
      expect(pieces.flatMap(daysOf).toSorted()).toEqual(daysOf(request).toSorted())
      expect(pieces.map(({ to }) => to)).toEqual(
        pieces.map(({ to }) => to).toSorted((a, b) => b - a),
      )
    }),
  )
})

it('halves cover the request; one day of one series has no halves', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const halves = halvesOf(request)
      const all = daysOf(request)
      expect(halves.flatMap(daysOf).toSorted()).toEqual(all.length === 1 ? [] : all.toSorted())
      for (const half of halves) expect(daysOf(half).length).toBeLessThan(all.length)
    }),
  )
})
