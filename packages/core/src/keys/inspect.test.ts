import { describe, expect, test } from 'vitest'
import { canonicalEntries, inspectKey } from './inspect.ts'

const now = new Date('2026-06-01T12:00:00.000Z')

describe('an expiry', () => {
  test.each([
    ['2026-06-01T12:00:00.001Z', false],
    ['2026-06-01T12:00:00.000Z', true],
    ['2026-06-01T13:59:59.999+02:00', true],
    ['2026-06-01T14:00:01+02:00', false],
    ['2020-01-01T00:00:00Z', true],
    ['not a time', false],
    ['', false],
  ])('of %j is rejected as past: %s', (expiresAt, past) => {
    const fault = { pointer: '/body/expiresAt', detail: 'must be in the future' }
    expect(inspectKey({ expiresAt }, now)).toEqual(past ? [fault] : [])
  })

  test('without an offset is left to the schema to reject', () => {
    expect(inspectKey({ expiresAt: '2026-06-01T11:00:00' }, now)).toEqual([])
  })
})

test('each invalid allow-list entry is reported with its position and the reason', () => {
  const allowedIpCidrs = ['*', '192.0.2.7/24', 7, 'x', '::1']
  expect(inspectKey({ allowedIpCidrs }, now)).toEqual([
    {
      pointer: '/body/allowedIpCidrs/1',
      detail: 'has host bits set; the network is 192.0.2.0/24',
    },
    {
      pointer: '/body/allowedIpCidrs/3',
      detail: 'must be *, an IPv4 or IPv6 address, or a CIDR such as 192.0.2.0/24',
    },
  ])
})

test.each([[null], [undefined], ['text'], [[]], [{}], [{ allowedIpCidrs: 'x', expiresAt: 7 }]])(
  'a body that the schema rejects is not inspected: %j',
  (body) => {
    expect(inspectKey(body, now)).toEqual([])
  },
)

describe('allow-list entries', () => {
  test('are stored in canonical form, each once, in their order', () => {
    const entries = ['2001:DB8::1', '192.0.2.7', '::ffff:192.0.2.7', '2001:db8:0::1', '*']
    expect(canonicalEntries(entries)).toEqual(['2001:db8::1', '192.0.2.7', '*'])
  })

  test('are never stored unchecked', () => {
    expect(() => canonicalEntries(['192.0.2.7/24'])).toThrow('unchecked allow-list entry')
  })
})
