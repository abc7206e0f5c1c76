import type { Action, Scope } from '@sluice/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { covers, filterMatches, filtersFor, mayKnowOf } from './match.ts'
import { filters, paths, scopes } from './testing/arbitrary.ts'

fc.configureGlobal({ seed: 20_260_601, numRuns: 1000 })

/** A second implementation: a filter as a regular expression over the whole path. */
function reference(filter: string, path: string): boolean {
  if (filter === '#') return true
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\~-]/g, '\\$&')
  const pattern = filter.split('#').map(literal).join('[^/]+')
  return new RegExp(`^${pattern}$`).test(path)
}

describe('filterMatches', () => {
  test('agrees with a regular expression for the filter', () => {
    fc.assert(
      fc.property(filters, paths, (filter, path) => {
        expect(filterMatches(filter, path)).toBe(reference(filter, path))
      }),
    )
  })

  test.each([
    ['THING/truck/1', 'THING/truck/1', true],
    ['THING/#/1', 'THING/truck/1', true],
    ['#/#/#', 'THING/truck/1', true],
    ['#/#/#', 'PLACE/Site/oslo', true],
    ['#', 'PLACE/Site/oslo/THING/truck/1', true],
    ['#', 'ORGANIZATION', true],
    ['#/#', 'THING/truck/1', false],
    ['THING/#', 'THING/truck/1', false],
    ['THING/truck/#', 'PLACE/Site/oslo/THING/truck/1', false],
    ['PLACE/Site/oslo/THING/#/#', 'PLACE/Site/oslo/THING/truck/1', true],
    ['PLACE/Site/oslo/THING/#/#', 'PLACE/Site/oslo', false],
    ['PLACE/Site/oslo/THING/#/#', 'PLACE/Site/bergen/THING/truck/1', false],
    ['THING/truck/1', 'THING/truck/10', false],
    ['thing/truck/1', 'THING/truck/1', false],
  ])('for the filter %s and the path %s is %s', (filter, path, matches) => {
    expect(filterMatches(filter, path)).toBe(matches)
  })
})

describe('covers', () => {
  const held = (action: Scope['action']): Scope[] => [{ action, resourceFilter: '#' }]
  const actions: Action[] = ['read', 'write', 'admin']

  test.each(actions)('does not derive other actions from %s', (action) => {
    const allowed = actions.filter((wanted) => covers(held(action), wanted, ['KEY/a']))
    expect(allowed).toEqual([action])
  })

  test('accepts * for read, write and admin', () => {
    expect(actions.every((wanted) => covers(held('*'), wanted, ['KEY/a']))).toBe(true)
  })

  test('needs action and filter in one scope', () => {
    const apart: Scope[] = [
      { action: 'write', resourceFilter: 'THING/truck/1' },
      { action: 'read', resourceFilter: '#' },
    ]
    expect(covers(apart, 'write', ['THING/truck/2'])).toBe(false)
    expect(covers(apart, 'read', ['THING/truck/2'])).toBe(true)
  })

  test('is true for any path of a resource and false without scopes', () => {
    const inSite = [{ action: 'read', resourceFilter: 'PLACE/Site/oslo/THING/#/#' }] as const
    const both = ['THING/truck/1', 'PLACE/Site/oslo/THING/truck/1']
    expect(covers(inSite, 'read', both)).toBe(true)
    expect(covers(inSite, 'read', both.slice(0, 1))).toBe(false)
    expect(covers([], 'read', both)).toBe(false)
  })

  test('agrees with the held filters for the action', () => {
    fc.assert(
      fc.property(fc.array(scopes), paths, fc.constantFrom(...actions), (all, path, action) => {
        const byFilters = filtersFor(all, action).some((filter) => reference(filter, path))
        expect(covers(all, action, [path])).toBe(byFilters)
      }),
    )
  })
})

test.each([
  ['read', true],
  ['write', true],
  ['*', true],
  ['admin', false],
] as const)('a scope for %s reveals that the resource exists: %s', (action, answer) => {
  const scopes: Scope[] = [{ action, resourceFilter: 'THING/truck/#' }]
  expect(mayKnowOf(scopes, ['THING/truck/1'])).toBe(answer)
  expect(mayKnowOf(scopes, ['THING/van/1'])).toBe(false)
})
