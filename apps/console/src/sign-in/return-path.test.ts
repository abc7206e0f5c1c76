import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test.each([
  ['/keys?status=Active', '/keys?status=Active'],
  [undefined, '/'],
  ['https://evil.example', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  [['/a', '/b'], '/'],
])('%s goes to %s', (next, expected) => {
  expect(returnPath(next)).toBe(expected)
})
