import { expect, test } from 'vitest'
import { clientAddress, startWarning, trustedProxies, warnOfProxies } from './client-address.mjs'

const isTrusted = trustedProxies('10.0.0.0/8, 2001:db8::1')

test.each([
  ['no proxy, ignoring the header', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
  ['one proxy', '10.0.0.2', '203.0.113.9', '203.0.113.9'],
  ['a forged entry left of the real one', '10.0.0.2', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['two proxies', '::ffff:10.0.0.2', '203.0.113.9, 10.9.9.9', '203.0.113.9'],
  ['an IPv6 proxy', '2001:db8::1', '203.0.113.9', '203.0.113.9'],
  ['a proxy that calls on its own behalf', '10.0.0.2', undefined, '10.0.0.2'],
  ['a proxy that writes ports', '10.0.0.2', '203.0.113.9:20000', '203.0.113.9'],
  ['proxies that write ports', '10.0.0.2', '203.0.113.9:2, 10.9.9.9:80', '203.0.113.9'],
  ['a proxy that writes IPv6 with ports', '10.0.0.2', '[2001:db8:7::1]:443', '2001:db8:7::1'],
  ['a mapped entry', '10.0.0.2', '::ffff:203.0.113.9', '203.0.113.9'],
  ['a zone in an entry', '10.0.0.2', '[fe80::1%eth0]:80', '10.0.0.2'],
  ['a zone of the peer', 'fe80::1%eth0', undefined, 'fe80::1'],
  ['an entry that hides the client', '10.0.0.2', 'unknown', '10.0.0.2'],
  ['an entry that is no address', '10.0.0.2', '203.0.113.9, nonsense', '10.0.0.2'],
  ['an empty header', '::ffff:10.0.0.2', '', '10.0.0.2'],
])('the client address is found with %s', (_case, peer, forwarded, expected) => {
  expect(clientAddress(peer, forwarded, isTrusted)).toBe(expected)
})

test('a proxy list with what is no address stops the start', () => {
  expect(() => trustedProxies('10.0.0.0/40')).toThrow('TRUSTED_PROXIES')
})

test('a proxy that is not trusted is warned of once, with the setting to change', () => {
  const lines: string[] = []
  const note = warnOfProxies((line) => lines.push(line))
  for (const peer of ['10.1.0.1', '10.1.0.1', '10.1.0.2']) note(peer)
  expect(lines).toEqual([
    expect.stringMatching(/10\.1\.0\.1.*TRUSTED_PROXIES/),
    expect.stringMatching(/10\.1\.0\.2.*TRUSTED_PROXIES/),
  ])
  for (let i = 0; i < 1_000; i += 1) note(`192.0.2.${i}`)
  expect(lines).toHaveLength(16)
})

test('a start with an https URL and no trusted proxy is warned of', () => {
  expect(startWarning('https://console.example', '')).toContain('TRUSTED_PROXIES')
  expect(startWarning('https://console.example', '10.0.0.1')).toBeUndefined()
  expect(startWarning('http://127.0.0.1:3000', '')).toBeUndefined()
})
