import { type Action, pathForms, type Scope } from '@sluice/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemActor } from '../actor.ts'
import { noFigures } from '../limits/index.ts'
import { filterMatches } from './match.ts'
import { NotedNeeds } from './noted-needs.ts'
import { formsOf, thingPaths } from './paths.ts'
import { couldMatch, requireScope, requireSomeScope } from './require.ts'
import { filters, paths } from './testing/arbitrary.ts'

fc.configureGlobal({ seed: 20_260_601, numRuns: 2000 })

function actorWith(...scopes: Scope[]) {
  return { ...systemActor('test', { id: 'org', number: 1, limits: noFigures }), scopes }
}

function asked(actor: ReturnType<typeof actorWith>) {
  return { actor, needs: new NotedNeeds() }
}

describe('couldMatch', () => {
  test('is true for every form of which the filter matches a path', () => {
    fc.assert(
      fc.property(filters, paths, (filter, path) => {
        const form = pathForms.find((candidate) => filterMatches(candidate, path))
        if (form && filterMatches(filter, path)) expect(couldMatch(filter, form)).toBe(true)
      }),
    )
  })

  test('is false unless some path matches both', () => {
    fc.assert(
      fc.property(filters, fc.constantFrom(...pathForms), (filter, form) => {
        if (!couldMatch(filter, form)) return
        const words = filter.split('/')
        const path = form.split('/').map((word, i) => {
          const named = filter === '#' || words[i] === '#' ? 'some-id' : words[i]
          return word === '#' ? named : word
        })
        expect(filterMatches(form, path.join('/'))).toBe(true)
        expect(filterMatches(filter, path.join('/'))).toBe(true)
      }),
    )
  })

  test.each([
    ['THING/#/#', 'KEY/#', false],
    ['KEY/abc', 'KEY/#', true],
    ['#/abc', 'KEY/#', true],
    ['THING/truck/abc', '#', true],
    ['PLACE/Site/oslo', 'PLACE/Site/#', true],
    ['PLACE/Fleet/north', 'PLACE/Site/#', false],
    ['PLACE/Site/oslo/THING/#/#', 'PLACE/Site/#', false],
  ])('for the filter %s and the form %s is %s', (filter, form, answer) => {
    expect(couldMatch(filter, form)).toBe(answer)
  })
})

describe('a required scope', () => {
  const thing = thingPaths({ id: '1', thingTypeId: 'truck', siteId: 'oslo', fleetIds: ['north'] })

  test('is reported as the smallest scope on the resource’s own path', () => {
    const actor = actorWith({ action: 'read', resourceFilter: '#' })
    expect(() => requireScope(asked(actor), 'write', thing)).toThrowError(
      expect.objectContaining({
        code: 'scope-missing',
        detail: 'This needs the scope {"action": "write", "resourceFilter": "THING/truck/1"}.',
      }),
    )
  })

  test('is reported as the form of the list when no filter could match', () => {
    const actor = actorWith({ action: 'read', resourceFilter: 'KEY/#' })
    expect(() => requireSomeScope(asked(actor), 'read', formsOf.thing)).toThrowError(
      expect.objectContaining({
        code: 'scope-missing',
        detail: 'This needs the scope {"action": "read", "resourceFilter": "THING/#/#"}.',
      }),
    )
  })

  test('is satisfied when any path is covered', () => {
    const bySite: Scope = { action: 'write', resourceFilter: 'PLACE/Site/oslo/THING/#/#' }
    const byFleet: Scope = { action: 'write', resourceFilter: 'PLACE/Fleet/north/THING/#/#' }
    for (const scope of [bySite, byFleet]) {
      expect(() => requireScope(asked(actorWith(scope)), 'write', thing)).not.toThrow()
      expect(() => requireSomeScope(asked(actorWith(scope)), 'write', formsOf.thing)).not.toThrow()
    }
  })

  test('is recorded for the request log, granted or not', () => {
    const granted = asked(actorWith({ action: 'write', resourceFilter: '#' }))
    requireScope(granted, 'write', thing)
    requireSomeScope(granted, 'write', formsOf.site)
    const needs = [
      { action: 'write', paths: thing },
      { action: 'write', paths: formsOf.site },
    ]
    expect(granted.needs.kept).toEqual(needs)
    const refused = asked(actorWith())
    expect(() => requireScope(refused, 'write', thing)).toThrow()
    expect(() => requireSomeScope(refused, 'write', formsOf.site)).toThrow()
    expect(refused.needs.kept).toEqual(needs.toReversed())
  })

  test('is not satisfied by a scope for another action', () => {
    const others: Action[] = ['write', 'admin']
    const actor = actorWith(...others.map((action) => ({ action, resourceFilter: '#' })))
    expect(() => requireSomeScope(asked(actor), 'read', formsOf.site)).toThrowError('scope-missing')
  })
})

describe('the paths of a thing', () => {
  test('are one by its type, one by its site and one by each fleet', () => {
    expect(
      thingPaths({ id: '1', thingTypeId: 'truck', siteId: 'oslo', fleetIds: ['n', 's'] }),
    ).toEqual([
      'THING/truck/1',
      'PLACE/Site/oslo/THING/truck/1',
      'PLACE/Fleet/n/THING/truck/1',
      'PLACE/Fleet/s/THING/truck/1',
    ])
    expect(thingPaths({ id: '1', thingTypeId: 'truck', siteId: null, fleetIds: [] })).toEqual([
      'THING/truck/1',
    ])
  })

  test('have the forms that the contract defines for things', () => {
    const all = thingPaths({ id: '1', thingTypeId: 't', siteId: 's', fleetIds: ['f'] })
    const forms = all.map((path) => formsOf.thing.find((form) => filterMatches(form, path)))
    expect(new Set(forms)).toEqual(new Set(formsOf.thing))
  })
})
