import { expect, test } from 'vitest'
import { newestDigest, type Peppers, provesKey } from './digest.ts'
import { mintKeyString } from './key-string.ts'

const peppers: Peppers = new Map([[1, 'a pepper of some length']])

function aKey() {
  const { keyString } = mintKeyString('External')
  return { keyString, key: { ...newestDigest(keyString, peppers), proven: null } }
}

test('the same string is proven again, without the pepper being asked', () => {
  const { keyString, key } = aKey()
  expect(provesKey(keyString, key, peppers)).toBe(true)
  expect(provesKey(keyString, key, new Map())).toBe(true)
})

test('no other string is, before or after', () => {
  const { keyString, key } = aKey()
  const other = `${keyString.slice(0, -1)}_`
  expect(provesKey(other, key, peppers)).toBe(false)
  expect(key.proven).toBeNull()
  provesKey(keyString, key, peppers)
  const proven = key.proven
  for (const wrong of [other, '', `${keyString} `, keyString.toLowerCase()]) {
    expect(provesKey(wrong, key, peppers)).toBe(false)
  }
  expect(key.proven).toBe(proven)
  expect(provesKey(keyString, key, peppers)).toBe(true)
})

test('an unknown id is proven by nothing', () => {
  expect(provesKey(aKey().keyString, null, peppers)).toBe(false)
})

test('what is kept is not the string', () => {
  const { keyString, key } = aKey()
  provesKey(keyString, key, peppers)
  expect(JSON.stringify(key)).not.toContain(keyString.slice(19, 62))
})
