import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resourceFilterFault, scope } from './scopes.ts'
import { pathForms } from './words.ts'

fc.configureGlobal({ seed: 20_260_601, numRuns: 500 })

const ALPHABET = 'ABCXYZabcxyz0189._~-'.split('')
const id = fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 1, maxLength: 64 })

/** A known path form in which each `#` may become an id, and each fixed word may become `#`. */
const validFilter = fc
  .tuple(fc.constantFrom(...pathForms), fc.array(fc.tuple(id, fc.boolean()), { minLength: 6 }))
  .map(([form, choices]) =>
    form
      .split('/')
      .map((word, i) => {
        const [chosen = 'a', keep = true] = choices[i] ?? []
        if (word === '#') return keep ? chosen : '#'
        return keep ? word : '#'
      })
      .join('/'),
  )

describe('a valid resource filter', () => {
  test.each(['#', ...pathForms])('is accepted: %s', (filter) => {
    expect(resourceFilterFault(filter)).toBeUndefined()
  })

  test('may be any path form with segments replaced by #', () => {
    fc.assert(
      fc.property(validFilter, (filter) => {
        expect(resourceFilterFault(filter)).toBeUndefined()
      }),
    )
  })

  test.each(['.', '..', '~', '-', 'a'.repeat(64), 'SN_0042-a.b~c'])('may name the id %s', (odd) => {
    expect(resourceFilterFault(`THING/${odd}/${odd}`)).toBeUndefined()
  })
})

describe('a resource filter with bad syntax', () => {
  test.each([
    ['', 'has an empty segment; the nearest valid form is #'],
    ['/', 'has an empty segment; the nearest valid form is #'],
    ['/THING/#/#/', 'has an empty segment; the nearest valid form is THING/#/#'],
    ['THING//x', 'has an empty segment'],
    ['/THING/a/b', 'has an empty segment'],
    ['THING/a/b/', 'has an empty segment'],
  ])('is rejected: %j %s', (filter, fault) => {
    expect(resourceFilterFault(filter)).toContain(fault)
  })

  test.each([
    ['THING/a b/c', 2],
    ['THING/a/ö', 3],
    ['THING/a/##', 3],
    ['THING/a/b#', 3],
    ['THING/*/c', 2],
    ['THING/+/c', 2],
    ['KEY/a%2Fb', 2],
    [`KEY/${'a'.repeat(65)}`, 2],
    ['KEY/a\n', 2],
    ['KEY/\u0000', 2],
    ['##', 1],
  ])('is rejected for one segment: %j, segment %i', (filter, segment) => {
    expect(resourceFilterFault(filter)).toContain(`segment ${segment} must be #`)
  })
})

describe('a resource filter that can match no resource', () => {
  test.each([
    ['THING/#', 'THING/#/#'],
    ['THING/truck', 'THING/truck/#'],
    ['THING/truck/1/2', 'THING/truck/1'],
    ['thing/truck/1', 'THING/truck/1'],
    ['things/truck/1', 'THING/truck/1'],
    ['PLACE/site/oslo', 'PLACE/Site/oslo'],
    ['PLACE/Site', 'PLACE/Site/#'],
    ['PLACE/oslo', 'PLACE/Site/#'],
    ['PLACE/Site/oslo/THING', 'PLACE/Site/oslo/THING/#/#'],
    ['PLACE/Site/oslo/THING/#', 'PLACE/Site/oslo/THING/#/#'],
    ['PLACE/Fleet/north/THING/truck/1/2', 'PLACE/Fleet/north/THING/truck/1'],
    ['PLACE/Site/oslo/#/#', 'PLACE/Site/oslo/THING/#/#'],
    ['Metric/air', 'DEFINITION/Metric/#'],
    ['DEFINITION/metric/air', 'DEFINITION/Metric/air'],
    ['KEYS/x', 'KEY/x'],
    ['ORGANIZATION/#', 'ORGANIZATION'],
    ['organization', 'ORGANIZATION'],
    ['#/#/#/#', undefined],
  ])('is rejected: %s; the nearest form is %s', (filter, nearest) => {
    const fault = resourceFilterFault(filter)
    expect(fault).toContain('can match no resource')
    if (nearest) expect(fault).toBe(`can match no resource; the nearest valid form is ${nearest}`)
  })

  test('is compared with the forms only as far as the longest form goes', () => {
    expect(resourceFilterFault('a/b/c/d/e/KEY')).toContain('the nearest valid form is KEY/b')
    expect(resourceFilterFault('a/b/c/d/e/f/KEY')).toContain('the nearest valid form is THING/b/c')
  })

  test('is rejected with a suggestion that is valid', () => {
    const anySegment = fc.oneof(
      fc.constantFrom('#', '', 'THING', 'PLACE', 'Site', 'Fleet', 'KEY', 'Metric', 'thing'),
      id,
    )
    fc.assert(
      fc.property(fc.array(anySegment, { minLength: 1, maxLength: 8 }), (segments) => {
        const fault = resourceFilterFault(segments.join('/'))
        const named = /(?:form is|as in) (.*)$/.exec(fault ?? '')?.[1]
        if (named !== undefined) expect(resourceFilterFault(named)).toBeUndefined()
        expect(fault === undefined || named !== undefined).toBe(true)
      }),
    )
  })
})

describe('the scope schema', () => {
  test.each(['read', 'write', 'admin', '*'])('accepts the action %s', (action) => {
    expect(scope.safeParse({ action, resourceFilter: '#' }).success).toBe(true)
  })

  test.each(['Read', 'delete', '', '#', null, undefined])('rejects the action %j', (action) => {
    const result = scope.safeParse({ action, resourceFilter: '#' })
    expect(result.error?.issues[0]?.message).toBe('must be read, write, admin or *')
  })

  test('accepts a filter as long as a form with the longest ids, and looks for no fault in a longer one', () => {
    const id = 'x'.repeat(64)
    const longest = `PLACE/Fleet/${id}/THING/${id}/${id}`
    const faultsOf = (resourceFilter: string) =>
      scope
        .safeParse({ action: 'read', resourceFilter })
        .error?.issues.map(({ message }) => message)
    expect(faultsOf(longest)).toBeUndefined()
    expect(faultsOf(`${longest}/`)).toEqual([`must have at most ${longest.length} characters`])
  })

  test("reports the filter's fault and rejects unknown fields", () => {
    const result = scope.safeParse({ action: 'read', resourceFilter: 'THING', extra: 1 })
    expect(result.error?.issues.map(({ path, code }) => [path.join('.'), code])).toEqual(
      expect.arrayContaining([
        ['resourceFilter', 'custom'],
        ['', 'unrecognized_keys'],
      ]),
    )
  })
})
