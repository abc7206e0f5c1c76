import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const PROXY = '10.0.0.1'
const untrusted: string[] = []
const addressOf = clientAddress({
  trusted: ['10.0.0.0/8', '2001:db8:5::/48'],
  onUntrusted: (peer) => untrusted.push(peer),
})

function through(peer: string, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return addressOf({ socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage)
}

describe('the client address behind a trusted proxy', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:443', '192.0.2.7'],
    ['192.0.2.7:0', '192.0.2.7'],
    [' 192.0.2.7:65535 ', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:C000:207', '192.0.2.7'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['198.51.100.1, 192.0.2.7:443', '192.0.2.7'],
    ['192.0.2.7:443, 10.0.0.2:80', '192.0.2.7'],
    ['192.0.2.7, [2001:db8:5::1]:80', '192.0.2.7'],
  ])('for the X-Forwarded-For %j is %s', (forwarded, address) => {
    expect(through(PROXY, forwarded)).toBe(address)
  })

  test.each([
    '',
    ' ',
    'unknown',
    '192.0.2.7:',
    '192.0.2.7:65536',
    '192.0.2.7:http',
    '[192.0.2.7]',
    '[2001:db8::1',
    '2001:db8::1]:443',
    '[2001:db8::1]443',
    '[fe80::1%eth0]:80',
    'fe80::1%eth0',
    '"192.0.2.7"',
    '192.0.2.7/32',
    '192.0.2.007',
    '192.0.2.7,',
    '192.0.2.7, nonsense',
    ','.repeat(500),
  ])('for the invalid X-Forwarded-For %j is the proxy’s own', (forwarded) => {
    expect(through(PROXY, forwarded)).toBe(PROXY)
  })

  test('is that of the proxy that wrote an invalid entry', () => {
    expect(through(PROXY, '192.0.2.7, nonsense, 10.0.0.2')).toBe('10.0.0.2')
  })

  test('is that of the first proxy if all entries are proxies, within the examined length', () => {
    expect(through(PROXY, '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3')
    expect(through(PROXY, `192.0.2.7${', 10.0.0.2'.repeat(4_000)}`)).toBe('10.0.0.2')
  })

  test('is the proxy’s own without the header', () => {
    expect(through(PROXY)).toBe(PROXY)
  })

  test('does not depend on entries left of the first untrusted address', () => {
    fc.assert(
      fc.property(fc.string(), (claim) => {
        expect(through(PROXY, `${claim}, 192.0.2.7`)).toBe('192.0.2.7')
      }),
      { seed: 20_260_601 },
    )
  })
})

test.each([
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['', ''],
])('the peer %j is the client %j', (peer, address) => {
  expect(through(peer)).toBe(address)
})

test('an untrusted peer’s own address counts, and its X-Forwarded-For is reported', () => {
  untrusted.length = 0
  expect(through('198.51.100.9', '192.0.2.7')).toBe('198.51.100.9')
  expect(through('198.51.100.9')).toBe('198.51.100.9')
  expect(untrusted).toEqual(['198.51.100.9'])
})
