import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test.each<[string | string[] | undefined, string]>([
  ['/keys?status=Active', '/keys?status=Active'],
  [undefined, '/'],
  ['https://evil.example', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  [['/a', '/b'], '/'],
  ['/\t/evil.example', '/'],
  ['/\n/evil.example', '/'],
  ['/\r\n//evil.example', '/'],
  ['\t//evil.example', '/'],
  ['/keys\\..\\..//evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/x/..//evil.example', '/'],
  ['/%09/evil.example', '/%09/evil.example'],
  ['/things/a%2Fb?text=%5C#data', '/things/a%2Fb?text=%5C#data'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  ['/\x7f', '/'],
  [`/${'a'.repeat(2000)}`, '/'],
])('after sign-in with the return path %j, the browser goes to %s', (next, expected) => {
  expect(returnPath(next)).toBe(expected)
})
