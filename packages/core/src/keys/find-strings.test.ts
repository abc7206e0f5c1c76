import { expect, test } from 'vitest'
import { findKeyStrings } from './find-strings.ts'
import { mintKeyString } from './key-string.ts'

const one = mintKeyString('External')
const other = mintKeyString('Admin')

test('finds keys wherever they stand in a text, each once', () => {
  const texts = [
    `KEY=${one.keyString}\nexport B="${other.keyString}";`,
    `https://x.example/?key=${one.keyString}&a=1`,
    `${one.keyString}${other.keyString}`,
  ]
  expect(findKeyStrings(texts)).toEqual([one, other])
})

test('passes over what only looks like a key', () => {
  const mistyped = one.keyString.slice(0, -1) + (one.keyString.endsWith('A') ? 'B' : 'A')
  expect(findKeyStrings([mistyped, one.keyString.slice(0, 60), 'svcex_', ''])).toEqual([])
})

test('takes no longer for a text made to slow it down', () => {
  const text = 'svcex_'.repeat(80_000)
  const startedAt = performance.now()
  expect(findKeyStrings([text])).toEqual([])
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
