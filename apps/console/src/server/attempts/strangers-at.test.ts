import { expect, it } from 'vitest'
import { strangersAt } from './strangers-at.ts'

it.each([
  ['192.0.2.1', 'address 192.0.2.1'],
  ['2001:db8:1:2::7', 'address 2001:db8:1:2::'],
  ['2001:db8:1:2:ffff::1', 'address 2001:db8:1:2::'],
  ['::ffff:192.0.2.1', 'address 192.0.2.1'],
  [null, 'address unknown'],
])('anonymous callers at %s share the key “%s”', (address, strangers) => {
  expect(strangersAt(address)).toBe(strangers)
})
