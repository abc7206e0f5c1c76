import { openLimit } from '@sluice/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Addresses, limitAddresses } from './addresses.ts'

let now: number
let addresses: Addresses
beforeEach(() => {
  now = Date.parse('2026-06-01T12:00:00Z')
  addresses = limitAddresses(() => now)
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
  test('may fail 100 times, then once a second, without affecting other addresses', () => {
    expect(failUntilRefused('192.0.2.7')).toBe(100)
    expect(() => addresses.check('192.0.2.7')).toThrowError(
      expect.objectContaining({ code: 'rate-limited', retryAfter: 1 }),
    )
    addresses.check('192.0.2.8')
    now += 1000
    expect(failUntilRefused('192.0.2.7')).toBe(1)
  })

  test('is counted as its /64 for IPv6, and in any notation for IPv4', () => {
    expect(failUntilRefused('2001:db8:0:1::7')).toBe(100)
    expect(failUntilRefused('2001:db8:0:1:ffff::8')).toBe(0)
    expect(failUntilRefused('2001:db8:0:2::7')).toBe(100)
    expect(failUntilRefused('192.0.2.9')).toBe(100)
    expect(failUntilRefused('::ffff:192.0.2.9')).toBe(0)
    expect(failUntilRefused('unknown')).toBe(100)
  })

  test('stays throttled however many other addresses fail', () => {
    for (let failures = 0; failures < 130; failures += 1) addresses.countFailure('192.0.2.7')
    for (let other = 0; other < 100_000; other += 1) addresses.countFailure(`made-up-${other}`)
    now += 10_000
    addresses.countFailure('one-more')
    expect(() => addresses.check('192.0.2.7')).toThrowError(
      expect.objectContaining({ code: 'rate-limited', retryAfter: 21 }),
    )
  })
})

test('blame counts a failure and is rate-limited once the failures are used up', () => {
  for (let failures = 0; failures < 100; failures += 1) addresses.blame('192.0.2.7')
  const refusal = expect.objectContaining({ code: 'rate-limited', retryAfter: 1 })
  expect(() => addresses.blame('192.0.2.7')).toThrowError(refusal)
  addresses.blame('192.0.2.8')
  now += 1000
  addresses.blame('192.0.2.7')
})

describe('a key lookup', () => {
  /** Lookups that end on request, by the address that started them. */
  function lookups() {
    const running: { readonly address: string; readonly end: () => void }[] = []
    return {
      running,
      ask: (address: string) =>
        addresses.lookUp(address, () => {
          const { promise, resolve } = Promise.withResolvers<string>()
          running.push({ address, end: () => resolve(address) })
          return promise
        }),
    }
  }

  const throttle = (address: string) => {
    for (let failures = 0; failures < 100; failures += 1) addresses.countFailure(address)
  }

  test('starts at once for an unthrottled address, however many are running', () => {
    const { running, ask } = lookups()
    for (let i = 0; i < 50; i += 1) void ask('192.0.2.7')
    expect(running).toHaveLength(50)
  })

  test('runs one at a time for a throttled address, without delaying other addresses', async () => {
    const { running, ask } = lookups()
    for (const address of ['192.0.2.7', '192.0.2.8']) throttle(address)
    const asked = Array.from({ length: 50 }, () => ask('192.0.2.7'))
    void ask('192.0.2.8')
    void ask('192.0.2.9')
    await Promise.resolve()
    expect(running.map(({ address }) => address)).toEqual(
      expect.arrayContaining(['192.0.2.7', '192.0.2.8', '192.0.2.9']),
    )
    expect(running).toHaveLength(3)
    for (let i = 0; i < 52; i += 1) {
      running[i]?.end()
      await new Promise(setImmediate)
    }
    expect(await Promise.all(asked)).toHaveLength(50)
  })

  test('is rejected when a thousand lookups of its address are waiting', async () => {
    const { running, ask } = lookups()
    throttle('192.0.2.7')
    const asked = Array.from({ length: 1_001 }, () => ask('192.0.2.7'))
    await expect(ask('192.0.2.7')).rejects.toMatchObject({ code: 'rate-limited' })
    for (let i = 0; i < 1_001; i += 1) {
      running[i]?.end()
      await new Promise(setImmediate)
    }
    await Promise.all(asked)
  })
})

test('calls without a key are rate-limited by address', () => {
  for (let left = openLimit.burst - 1; left >= 0; left -= 1) {
    expect(addresses.takeOpen('192.0.2.7').tokens).toBe(left)
  }
  expect(() => addresses.takeOpen('192.0.2.7')).toThrowError(
    expect.objectContaining({ retryAfter: 2, rate: { name: 'open', tokens: 0, limit: openLimit } }),
  )
  expect(addresses.takeOpen('192.0.2.8').tokens).toBe(openLimit.burst - 1)
})
