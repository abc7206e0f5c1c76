import { expect, test } from 'vitest'
import { admits } from './admits.ts'

test.each([
  [[], '192.0.2.7', true],
  [['*'], '192.0.2.7', true],
  [['192.0.2.0/24'], '192.0.2.7', true],
  [['192.0.2.0/24'], '192.0.3.7', false],
  [['192.0.2.0/24'], '2001:db8::1', false],
  [['2001:db8::/32'], '2001:db8::1', true],
  [['198.51.100.1', '192.0.2.7'], '192.0.2.7', true],
  [['192.0.2.7'], '::ffff:192.0.2.7', true],
  [['192.0.2.'], '192.0.2.7', false],
  [[''], '192.0.2.7', false],
  [['0.0.0.0/0'], 'unknown', false],
])('the allow-list %j admits the address %s: %s', (entries, address, admitted) => {
  expect(admits(entries, address)).toBe(admitted)
})
