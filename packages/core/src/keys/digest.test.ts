import { describe, expect, test } from 'vitest'
import { digestMatches, digestOf, newestDigest } from './digest.ts'

const peppers = new Map([
  [1, 'the first pepper'],
  [3, 'the newest pepper'],
  [2, 'the second pepper'],
])
const key = 'svcad_abc_secret'

test('new keys are digested under the newest pepper, in any configured order', () => {
  const { digest, pepperVersion } = newestDigest(key, peppers)
  expect(pepperVersion).toBe(3)
  expect(digest).toEqual(digestOf(key, 'the newest pepper'))
  expect(digest).toHaveLength(32)
  expect(Buffer.from(digest).toString('latin1')).not.toContain(key)
})

test('no key can be created without a pepper', () => {
  expect(() => newestDigest(key, new Map())).toThrow('No key pepper is configured.')
})

describe('a key string', () => {
  test.each([1, 2, 3])(
    'matches under pepper %d when other peppers are configured',
    (pepperVersion) => {
      const stored = { digest: digestOf(key, peppers.get(pepperVersion) ?? ''), pepperVersion }
      expect(digestMatches(key, stored, peppers)).toBe(true)
      expect(digestMatches(`${key}x`, stored, peppers)).toBe(false)
    },
  )

  test('does not match under another pepper version than its own', () => {
    const stored = { digest: digestOf(key, 'the first pepper'), pepperVersion: 2 }
    expect(digestMatches(key, stored, peppers)).toBe(false)
  })

  test('does not match under a pepper version that is no longer configured', () => {
    const stored = { digest: digestOf(key, 'no such pepper'), pepperVersion: 9 }
    expect(digestMatches(key, stored, peppers)).toBe(false)
  })

  test('does not match when no digest is stored', () => {
    expect(digestMatches(key, null, peppers)).toBe(false)
    expect(digestMatches(key, null, new Map([[0, 'pepper of the dummy’s version']]))).toBe(false)
    expect(digestMatches(key, null, new Map())).toBe(false)
  })
})
