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

describe('behind a trusted proxy', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:443', '192.0.2.7'],
    ['192.0.2.7:0', '192.0.2.7'],
    [' 192.0.2.7:65535 ', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
    ['198.51.100.1, 192.0.2.7:443', '192.0.2.7'],
    ['192.0.2.7:443, 10.0.0.2:80', '192.0.2.7'],
    ['192.0.2.7, [2001:db8:5::1]:80', '192.0.2.7'],
  ])('%j counts as %s', (forwarded, address) => {
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
  ])('%j is no address: the proxy’s own counts', (forwarded) => {
    expect(through(PROXY, forwarded)).toBe(PROXY)
  })

  test('what is no address counts as the proxy that wrote it', () => {
    expect(through(PROXY, '192.0.2.7, nonsense, 10.0.0.2')).toBe('10.0.0.2')
  })

  test('a chain of nothing but proxies counts as its first, as far as anyone follows it', () => {
    expect(through(PROXY, '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3')
    expect(through(PROXY, `192.0.2.7${', 10.0.0.2'.repeat(4_000)}`)).toBe('10.0.0.2')
  })

  test('without the header the proxy’s own counts', () => {
    expect(through(PROXY)).toBe(PROXY)
  })

  test('whatever is claimed to the left of an address that is no proxy’s changes nothing', () => {
    fc.assert(
      fc.property(fc.string(), (claim) => {
        expect(through(PROXY, `${claim}, 192.0.2.7`)).toBe('192.0.2.7')
      }),
      { seed: 20_260_601 },
    )
  })
})

test('a peer that is no trusted proxy counts itself, and is noted where it claims another', () => {
  untrusted.length = 0
  expect(through('198.51.100.9', '192.0.2.7')).toBe('198.51.100.9')
  expect(through('198.51.100.9')).toBe('198.51.100.9')
  expect(untrusted).toEqual(['198.51.100.9'])
})
