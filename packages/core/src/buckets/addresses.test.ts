import { openLimit } from '@sluice/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Addresses, limitAddresses } from './addresses.ts'

let now: number
let addresses: Addresses
beforeEach(() => {
  now = Date.parse('2026-06-01T12:00:00Z')
  addresses = limitAddresses(() => new Date(now))
})

function failUntilRefused(address: string): number {
  for (let failures = 0; ; failures += 1) {
    try {
      addresses.check(address)
    } catch {
      return failures
    }
    addresses.countFailure(address)
  }
}

describe('an address that fails to authenticate', () => {
  test('is let in 100 times, then once a second; others are not held up', () => {
    expect(failUntilRefused('192.0.2.7')).toBe(100)
    expect(() => addresses.check('192.0.2.7')).toThrowError(
      expect.objectContaining({ code: 'rate-limited', retryAfter: 1 }),
    )
    addresses.check('192.0.2.8')
    now += 1000
    expect(failUntilRefused('192.0.2.7')).toBe(1)
  })

  test('is the whole /64 of an IPv6 address, and its IPv4 address in any notation', () => {
    expect(failUntilRefused('2001:db8:0:1::7')).toBe(100)
    expect(failUntilRefused('2001:db8:0:1:ffff::8')).toBe(0)
    expect(failUntilRefused('2001:db8:0:2::7')).toBe(100)
    expect(failUntilRefused('192.0.2.9')).toBe(100)
    expect(failUntilRefused('::ffff:192.0.2.9')).toBe(0)
    expect(failUntilRefused('unknown')).toBe(100)
  })

  test('is not forgotten for others, however many come', () => {
    for (let failures = 0; failures < 130; failures += 1) addresses.countFailure('192.0.2.7')
    for (let other = 0; other < 100_000; other += 1) addresses.countFailure(`made-up-${other}`)
    now += 10_000
    addresses.countFailure('one-more')
    expect(() => addresses.check('192.0.2.7')).toThrowError(
      expect.objectContaining({ code: 'rate-limited', retryAfter: 21 }),
    )
  })
})

test('what anyone may call is bounded by address', () => {
  for (let left = openLimit.burst - 1; left >= 0; left -= 1) {
    expect(addresses.takeOpen('192.0.2.7').tokens).toBe(left)
  }
  expect(() => addresses.takeOpen('192.0.2.7')).toThrowError(
    expect.objectContaining({ retryAfter: 2, rate: { name: 'open', tokens: 0, limit: openLimit } }),
  )
  expect(addresses.takeOpen('192.0.2.8').tokens).toBe(openLimit.burst - 1)
})
