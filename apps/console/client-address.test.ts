import { expect, test } from 'vitest'
import { clientAddress, proxyList } from './client-address.mjs'

const proxies = proxyList('10.0.0.0/8, 2001:db8::1')

test.each([
  ['no proxy, ignoring the header', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
  ['one proxy', '10.0.0.2', '203.0.113.9', '203.0.113.9'],
  ['a forged entry left of the real one', '10.0.0.2', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['two proxies', '::ffff:10.0.0.2', '203.0.113.9, 10.9.9.9', '203.0.113.9'],
  ['an IPv6 proxy', '2001:db8::1', '203.0.113.9', '203.0.113.9'],
  ['a proxy that calls on its own behalf', '10.0.0.2', '', '10.0.0.2'],
])('the client address is found with %s', (_case, socket, forwarded, expected) => {
  expect(clientAddress(socket, forwarded, proxies)).toBe(expected)
})
