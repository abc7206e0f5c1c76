import type { Action, Scope } from '@sluice/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filterContains, scopesContain } from './contain.ts'
import { covers, filterMatches } from './match.ts'
import { filters, paths, scopes } from './testing/arbitrary.ts'

fc.configureGlobal({ seed: 20_260_601, numRuns: 2000 })

const actions: Action[] = ['read', 'write', 'admin']

describe('filterContains', () => {
  test('is false if a path matches the inner filter and not the outer', () => {
    fc.assert(
      fc.property(filters, filters, paths, (outer, inner, path) => {
        if (filterContains(outer, inner) && filterMatches(inner, path)) {
          expect(filterMatches(outer, path)).toBe(true)
        }
      }),
    )
  })

  test('is true for a filter and itself or a narrower one', () => {
    fc.assert(
      fc.property(filters, fc.nat(5), fc.constantFrom('a', 'b'), (filter, at, id) => {
        const narrower = filter.split('/').map((word, i) => (i === at && word === '#' ? id : word))
        expect(filterContains(filter, filter)).toBe(true)
        if (filter !== '#') expect(filterContains(filter, narrower.join('/'))).toBe(true)
      }),
    )
  })

  test('is true for any filter within #, and for # only within #', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(filterContains('#', filter)).toBe(true)
        expect(filterContains(filter, '#')).toBe(filter === '#')
      }),
    )
  })

  test('does not treat # alone as a one-segment filter', () => {
    expect(filterContains('ORGANIZATION', '#')).toBe(false)
  })
})

describe('scopesContain', () => {
  const held = fc.array(scopes, { maxLength: 5 })

  test('is false if the requested scope allows more than the held ones', () => {
    fc.assert(
      fc.property(held, scopes, paths, fc.constantFrom(...actions), (all, wanted, path, action) => {
        if (scopesContain(all, wanted) && covers([wanted], action, [path])) {
          expect(covers(all, action, [path])).toBe(true)
        }
      }),
    )
  })

  test('is true for every held scope', () => {
    fc.assert(
      fc.property(held, scopes, (others, wanted) => {
        expect(scopesContain([...others, wanted], wanted)).toBe(true)
      }),
    )
  })

  test('stays true when more scopes are held', () => {
    fc.assert(
      fc.property(held, scopes, scopes, (all, more, wanted) => {
        if (scopesContain(all, wanted)) expect(scopesContain([...all, more], wanted)).toBe(true)
      }),
    )
  })

  test('needs * or all three actions for *', () => {
    const wanted: Scope = { action: '*', resourceFilter: 'THING/#/#' }
    const three = actions.map((action) => ({ action, resourceFilter: '#' }))
    expect(scopesContain([{ action: '*', resourceFilter: 'THING/#/#' }], wanted)).toBe(true)
    expect(scopesContain(three, wanted)).toBe(true)
    for (const missing of actions) {
      const two = three.filter(({ action }) => action !== missing)
      expect(scopesContain(two, wanted)).toBe(false)
    }
  })

  test('is false when no scope is held', () => {
    fc.assert(
      fc.property(scopes, (wanted) => {
        expect(scopesContain([], wanted)).toBe(false)
      }),
    )
  })
})
