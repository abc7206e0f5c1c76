import { expect, test } from 'vitest'
import { changeFor, wordsOfChange } from './change-for.ts'

const held = { action: 'read' as const, resourceFilter: 'THING/#/#' }
const missing = { action: 'write' as const, resourceFilter: 'THING/truck/7' }
const key = { scopes: [held], allowedIpCidrs: ['192.0.2.0/24'] }
const call = { problem: 'scope-missing', missingNow: [missing], address: '198.51.100.7' }

test('adds a missing scope to those of the key', () => {
  const change = changeFor(call, key)
  expect(change).toEqual({ scopes: [held, missing] })
  expect(wordsOfChange(change ?? {})).toBe('Add this scope')
})

test('adds a refused address, unless the list contains it by now', () => {
  const refused = { ...call, problem: 'address-not-allowed', missingNow: [] }
  const change = changeFor(refused, key)
  expect(change).toEqual({ allowedIpCidrs: ['192.0.2.0/24', '198.51.100.7'] })
  expect(wordsOfChange(change ?? {})).toBe('Add this address')
  expect(changeFor({ ...refused, address: '192.0.2.7' }, key)).toBeUndefined()
})

test('changes nothing if nothing is missing', () => {
  expect(changeFor({ ...call, problem: null, missingNow: [] }, key)).toBeUndefined()
})
