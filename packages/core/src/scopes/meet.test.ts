import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterContains } from './contain.ts'
import { filterMatches } from './match.ts'
import { meetFilters } from './meet.ts'
import { filters, paths } from './testing/arbitrary.ts'

test('the intersection of two filters matches exactly the paths that both match', () => {
  fc.assert(
    fc.property(filters, filters, paths, (a, b, path) => {
      const both = meetFilters(a, b)
      const matches = both !== undefined && filterMatches(both, path)
      expect(matches).toBe(filterMatches(a, path) && filterMatches(b, path))
    }),
  )
})

test('the intersection of two filters is within both and commutative', () => {
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
])('the intersection of the filters %s and %s is %s', (a, b, both) => {
  expect(meetFilters(a, b)).toBe(both)
  expect(meetFilters(b, a)).toBe(both)
})
