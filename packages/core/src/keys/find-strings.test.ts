import { atOnce } from '@sluice/runtime'
import { expect, test } from 'vitest'
import { keyShapedIn, keyStringsAmong } from './find-strings.ts'
import { mintKeyString } from './key-string.ts'

const found = (texts: readonly string[]) => atOnce(keyStringsAmong(keyShapedIn(texts)))

const one = mintKeyString('External')
const other = mintKeyString('Admin')

test('key strings are found anywhere in a text, each once', () => {
  const texts = [
    `KEY=${one.keyString}\nexport B="${other.keyString}";`,
    `https://x.example/?key=${one.keyString}&a=1`,
    `${one.keyString}${other.keyString}`,
  ]
  expect(found(texts)).toEqual([one, other])
})

test('text that only resembles a key string is ignored', () => {
  const mistyped = one.keyString.slice(0, -1) + (one.keyString.endsWith('A') ? 'B' : 'A')
  expect(found([mistyped, one.keyString.slice(0, 60), 'svcex_', ''])).toEqual([])
})

// A quadratic search would exceed the timeout of the test.
test('a hostile text is searched for key strings in one pass', () => {
  const text = 'svcex_'.repeat(2_000_000)
  expect(found([text, one.keyString])).toEqual([one])
})
