import { expect, test } from 'vitest'
import { addressRow, emptyForm, fieldOf, toDraft } from './draft.ts'
import { expiryOf } from './expiry.ts'

const now = new Date('2026-03-01T12:00:00Z')

test('a draft is what the contract asks for', () => {
  const values = { ...emptyForm(), name: 'ci', allowedIpCidrs: [addressRow(' 10.0.0.1 ')] }
  expect(toDraft(values, now)).toEqual({
    keyType: 'External',
    name: 'ci',
    scopes: [{ action: 'read', resourceFilter: '#' }],
    allowedIpCidrs: ['10.0.0.1'],
    budgetShare: null,
    expiresAt: null,
  })
})

test('a share is a number, and an empty field no bound', () => {
  expect(toDraft({ ...emptyForm(), budgetShare: 50 }, now).budgetShare).toBe(50)
  expect(toDraft({ ...emptyForm(), budgetShare: '' }, now).budgetShare).toBeNull()
})

test('presets count from now', () => {
  expect(expiryOf('7', '', now)).toBe('2026-03-08T12:00:00.000Z')
})

test('a custom time that is not filled in is not taken for never', () => {
  expect(expiryOf('custom', '', now)).toBe('')
})

test.each([
  ['allowedIpCidrs.2', 'allowedIpCidrs.2.entry'],
  ['scopes.0.resourceFilter', 'scopes.0.resourceFilter'],
  ['budgetShare', 'budgetShare'],
  ['expiresAt', 'expiry'],
  ['color', undefined],
])('%s is shown at %s', (path, field) => {
  expect(fieldOf(emptyForm(), path)).toBe(field)
})

test('a fault of a custom expiry is shown at its own field', () => {
  expect(fieldOf({ ...emptyForm(), expiry: 'custom' }, 'expiresAt')).toBe('customExpiry')
})
