import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterContains } from './contain.ts'
import { filterMatches } from './match.ts'
import { meetFilters } from './meet.ts'
import { filters, paths } from './testing/arbitrary.ts'

test('matches exactly the paths that both filters match', () => {
  fc.assert(
    fc.property(filters, filters, paths, (a, b, path) => {
      const both = meetFilters(a, b)
      const matches = both !== undefined && filterMatches(both, path)
      expect(matches).toBe(filterMatches(a, path) && filterMatches(b, path))
    }),
  )
})

test('lies within both filters, and the order does not matter', () => {
  fc.assert(
    fc.property(filters, filters, (a, b) => {
      const both = meetFilters(a, b)
      expect(meetFilters(b, a)).toBe(both)
      if (both === undefined) return
      expect(filterContains(a, both)).toBe(true)
      expect(filterContains(b, both)).toBe(true)
    }),
  )
})

test.each([
  ['THING/#/1', 'THING/truck/#', 'THING/truck/1'],
  ['#/#/#', 'THING/truck/#', 'THING/truck/#'],
  ['#', 'KEY/a', 'KEY/a'],
  ['THING/truck/1', 'THING/truck/1', 'THING/truck/1'],
  ['THING/truck/#', 'THING/van/#', undefined],
  ['THING/truck/1', 'THING/truck/2', undefined],
  ['KEY/#', 'THING/#/#', undefined],
])('%s and %s share %s', (a, b, both) => {
  expect(meetFilters(a, b)).toBe(both)
  expect(meetFilters(b, a)).toBe(both)
})
