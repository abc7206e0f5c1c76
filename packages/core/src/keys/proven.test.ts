import { expect, test } from 'vitest'
import { isProven, newestDigest, type Peppers, provesKey } from './digest.ts'
import { mintKeyString } from './key-string.ts'

const peppers: Peppers = new Map([[1, 'a pepper of some length']])

function aKey() {
  const { keyString } = mintKeyString('External')
  return { keyString, key: { ...newestDigest(keyString, peppers), proven: null } }
}

test('a key string that verified once is proven from then on', () => {
  const { keyString, key } = aKey()
  expect(isProven(keyString, key)).toBe(false)
  expect(provesKey(keyString, key, peppers)).toBe(true)
  expect(isProven(keyString, key)).toBe(true)
})

test('no other string is proven for a key, before or after', () => {
  const { keyString, key } = aKey()
  const other = `${keyString.slice(0, -1)}_`
  expect(provesKey(other, key, peppers)).toBe(false)
  expect(key.proven).toBeNull()
  provesKey(keyString, key, peppers)
  const proven = key.proven
  for (const wrong of [other, '', `${keyString} `, keyString.toLowerCase()]) {
    expect(provesKey(wrong, key, peppers)).toBe(false)
    expect(isProven(wrong, key)).toBe(false)
  }
  expect(key.proven).toBe(proven)
  expect(isProven(keyString, key)).toBe(true)
})

test('no string proves an unknown key id', () => {
  expect(provesKey(aKey().keyString, null, peppers)).toBe(false)
})

test('a proven key does not contain its string', () => {
  const { keyString, key } = aKey()
  provesKey(keyString, key, peppers)
  expect(JSON.stringify(key)).not.toContain(keyString.slice(19, 62))
})
