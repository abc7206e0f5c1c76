import { keyDraft, siteDraft } from '@sluice/contract'
import { expect, test } from 'vitest'
import { faultsOf, placeFaults } from './faults.ts'

const anyField = (path: string) => path

test('turns a pointer into the path of a field', () => {
  const faults = [{ pointer: '/body/scopes/0/resourceFilter', detail: 'can match no resource' }]
  expect(placeFaults(faults, anyField).fields).toEqual({
    'scopes.0.resourceFilter': 'Can match no resource.',
  })
})

test('reports both faults of one field', () => {
  const faults = [
    { pointer: '/body/name', detail: 'must not be empty' },
    { pointer: '/body/name', detail: 'must be plain' },
  ]
  expect(placeFaults(faults, anyField).fields.name).toBe('Must not be empty. Must be plain.')
})

test.each(['__proto__', 'constructor'])('reports a fault of a field named %s', (name) => {
  const faults = [{ pointer: `/body/${name}`, detail: 'must be plain' }]
  expect(Object.entries(placeFaults(faults, anyField).fields)).toEqual([[name, 'Must be plain.']])
})

test('keeps the pointer of a fault that belongs to no field', () => {
  const faults = [
    { pointer: '/body/other', detail: 'is not known' },
    { pointer: '/query/limit', detail: 'must be a whole number' },
  ]
  expect(placeFaults(faults, (path) => (path === 'name' ? path : undefined))).toEqual({
    fields: {},
    rest: faults,
  })
})

test("the contract's schema reports the same pointers as the server", () => {
  const parsed = keyDraft.safeParse({
    keyType: 'External',
    name: '',
    scopes: [{ action: 'read', resourceFilter: 'THINGS/#/#' }],
  })
  if (parsed.success) throw new Error('the draft should have been refused')
  const pointers = faultsOf(parsed.error).map((fault) => fault.pointer)
  expect(pointers).toEqual(['/body/name', '/body/scopes/0/resourceFilter'])
})

test("the contract's schema reports errors in the server's words", () => {
  const { error } = siteDraft.safeParse({
    ...{ name: 'Oslo', timezone: 5, colour: 'red' },
    location: { type: 'Point', coordinates: [200, 40] },
  })
  if (!error) throw new Error('the draft should have been refused')
  expect(faultsOf(error)).toEqual([
    { pointer: '/body/timezone', detail: 'must be a string, not a number' },
    { pointer: '/body/location/coordinates/0', detail: 'must be at most 180' },
    { pointer: '/body/colour', detail: 'is not a known field' },
  ])
})
