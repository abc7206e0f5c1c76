import { keyDraft } from '@sluice/contract'
import { expect, test } from 'vitest'
import { addressRow, emptyForm, fieldOf, scopeRow, toDraft } from './draft.ts'
import { expiryOf } from './expiry.ts'

const now = new Date('2026-03-01T12:00:00Z')

test('a filled form becomes a key as the contract defines it', () => {
  const values = {
    ...emptyForm(),
    name: 'ci',
    scopes: [scopeRow({ action: 'read', resourceFilter: ' # ' })],
    allowedIpCidrs: [addressRow(' 10.0.0.1 ')],
  }
  expect(toDraft(values, now)).toEqual({
    keyType: 'External',
    name: 'ci',
    scopes: [{ action: 'read', resourceFilter: '#' }],
    allowedIpCidrs: ['10.0.0.1'],
    budgetShare: null,
    expiresAt: '2026-05-30T12:00:00.000Z',
  })
})

test('a new form allows nothing, so that it cannot be sent as it is', () => {
  const draft = toDraft({ ...emptyForm(), name: 'ci' }, now)
  const faults = keyDraft.safeParse(draft).error?.issues
  expect(faults?.map(({ path }) => path)).toEqual([['scopes']])
})

test('a budget share is sent as a number, and an empty field as no bound', () => {
  expect(toDraft({ ...emptyForm(), budgetShare: 50 }, now).budgetShare).toBe(50)
  expect(toDraft({ ...emptyForm(), budgetShare: '' }, now).budgetShare).toBeNull()
})

test('an expiry preset counts from now', () => {
  expect(expiryOf('7', '', now)).toBe('2026-03-08T12:00:00.000Z')
})

test('an empty custom expiry is not sent as no expiry', () => {
  expect(expiryOf('custom', '', now)).toBe('')
})

test.each([
  ['allowedIpCidrs.2', 'allowedIpCidrs.2.entry'],
  ['scopes.0.resourceFilter', 'scopes.0.resourceFilter'],
  ['budgetShare', 'budgetShare'],
  ['expiresAt', 'expiry'],
  ['color', undefined],
])('a fault of %s is shown at the field %s', (path, field) => {
  expect(fieldOf(emptyForm(), path)).toBe(field)
})

test('a fault of a custom expiry is shown at its own field', () => {
  expect(fieldOf({ ...emptyForm(), expiry: 'custom' }, 'expiresAt')).toBe('customExpiry')
})
