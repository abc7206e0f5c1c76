import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spans } from './spans.ts'

it('grows from the end that is asked for first', () => {
  expect([...spans({ from: 0, to: 100 }, 5, 'asc')]).toEqual([
    { from: 0, to: 5 },
    { from: 5, to: 45 },
    { from: 45, to: 100 },
  ])
  expect([...spans({ from: 0, to: 100 }, 5, 'desc')]).toEqual([
    { from: 95, to: 100 },
    { from: 55, to: 95 },
    { from: 0, to: 55 },
  ])
})

it('covers a range once, whatever it is', () => {
  const number = fc.integer({ min: -1e9, max: 1e9 })
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 1e6 }), (from, to, first) => {
      const asc = [...spans({ from, to }, first, 'asc')]
      const desc = [...spans({ from, to }, first, 'desc')].reverse()
      for (const cut of [asc, desc]) {
        expect(cut[0]?.from).toBe(from < to ? from : undefined)
        expect(cut.at(-1)?.to).toBe(from < to ? to : undefined)
        for (const [i, span] of cut.entries()) {
          expect(span.to).toBeGreaterThan(span.from)
          if (i > 0) expect(span.from).toBe(cut[i - 1]?.to)
        }
      }
    }),
  )
})
