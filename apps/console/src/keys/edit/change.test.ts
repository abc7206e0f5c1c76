import { expect, test } from 'vitest'
import { addressRow, scopeRow } from '../create/draft.ts'
import { exampleKey } from '../testing/example-key.ts'
import { canRefuse, changeOf, formOf } from './change.ts'

const now = new Date('2026-03-01T12:00:00Z')
const key = exampleKey({
  scopes: [{ resourceFilter: '#', action: 'read' }],
  allowedIpCidrs: ['10.0.0.0/8'],
  expiresAt: '2026-04-01T12:34:56.000Z',
})

test('an unchanged form changes nothing, not even the seconds of the expiry', () => {
  expect(changeOf(key, formOf(key), now)).toEqual({})
})

test('only edited fields are changed', () => {
  const values = {
    ...formOf(key),
    name: 'Other',
    scopes: [scopeRow({ action: 'read', resourceFilter: 'THING/#/#' })],
    allowedIpCidrs: [addressRow('10.0.0.0/8'), addressRow('192.0.2.1')],
    budgetShare: 25,
    expiry: 'never' as const,
  }
  expect(changeOf(key, values, now)).toEqual({
    name: 'Other',
    scopes: [{ action: 'read', resourceFilter: 'THING/#/#' }],
    allowedIpCidrs: ['10.0.0.0/8', '192.0.2.1'],
    budgetShare: 25,
    expiresAt: null,
  })
})

test('an empty custom expiry is a change that the contract rejects', () => {
  expect(changeOf(key, { ...formOf(key), customExpiry: '' }, now)).toEqual({ expiresAt: '' })
})

test('only changed scopes or addresses can reject calls that were allowed before', () => {
  expect(canRefuse({ name: 'x', budgetShare: 1, expiresAt: null })).toBe(false)
  expect(canRefuse({ allowedIpCidrs: [] })).toBe(true)
})
