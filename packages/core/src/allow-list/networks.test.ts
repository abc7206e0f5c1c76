import { expect, test } from 'vitest'
import { isAddressOrNetwork } from './entries.ts'
import { clientNetwork, entryContains, entryOf, usualNetwork } from './networks.ts'

test.each([
  ['192.0.2.7', true],
  ['192.0.2.0/24', true],
  ['2001:db8::/32', true],
  ['*', false],
  ['192.0.2.7/24', false],
  ['::192.0.2.1', false],
  ['::10.0.2.1', false],
  ['', false],
])('%s is an address or a network: %s', (entry, answer) => {
  expect(isAddressOrNetwork(entry)).toBe(answer)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:DB8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['*', undefined],
  ['nobody', undefined],
])('the allow-list entry of a client at %s is %s', (client, entry) => {
  expect(entryOf(client)).toBe(entry)
})

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['*', undefined],
  ['192.0.2.0/24', undefined],
])('the usual network of %s is %s', (entry, network) => {
  expect(usualNetwork(entry)).toBe(network)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3::4', '2001:db8:1:2::'],
  ['fe80::1%eth0', 'fe80::'],
  ['a:b', 'a:b'],
  ['nobody', 'nobody'],
])('the address throttle counts a client at %s as %s', (client, counted) => {
  expect(clientNetwork(client)).toBe(counted)
})

test.each([
  ['*', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.0/24', '192.0.2.7', true],
  ['192.0.2.0/24', '192.0.2.0/25', true],
  ['192.0.2.0/24', '192.0.2.0/24', true],
  ['2001:db8::/32', '2001:db8:1::/48', true],
  ['192.0.2.0/24', '*', false],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.7', '192.0.2.0/24', false],
  ['192.0.2.0/25', '192.0.2.0/24', false],
  ['192.0.2.0/24', '198.51.100.7', false],
  ['0.0.0.0/0', '2001:db8::1', false],
])('the allow-list entry %s contains %s: %s', (outer, inner, answer) => {
  expect(entryContains(outer, inner)).toBe(answer)
})
