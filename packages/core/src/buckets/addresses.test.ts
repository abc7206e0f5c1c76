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
  /** Lookups that end on request: those of one id, and statements with the ids of each. */
  function lookups() {
    const single: string[] = []
    const statements: { readonly ids: readonly string[]; readonly end: () => void }[] = []
    const keys = {
      find: (id: string) => {
        single.push(id)
        return new Promise<string>(() => {})
      },
      findAll: (ids: readonly string[]) => {
        const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, string>>()
        const found = new Map(ids.map((id) => [id, `key ${id}`]))
        statements.push({ ids, end: () => resolve(found) })
        return promise
      },
    }
    return {
      ...{ single, statements },
      ask: (address: string, id: string) => addresses.lookUp(address, id, keys),
    }
  }

  const throttle = (address: string) => {
    for (let failures = 0; failures < 100; failures += 1) addresses.countFailure(address)
  }
  const idsOf = (count: number) => Array.from({ length: count }, (_, i) => `made-up-${i}`)
  const soon = () => new Promise(setImmediate)

  test('starts at once for an unthrottled address, however many are running', () => {
    const { single, ask } = lookups()
    for (const id of idsOf(50)) void ask('192.0.2.7', id)
    expect(single).toEqual(idsOf(50))
  })

  test('shares the next statement of a throttled address, without delaying other addresses', async () => {
    const { single, statements, ask } = lookups()
    for (const address of ['192.0.2.7', '192.0.2.8']) throttle(address)
    const first = ask('192.0.2.7', 'first')
    await soon()
    const next = idsOf(50).map((id) => ask('192.0.2.7', id))
    void ask('192.0.2.8', 'other')
    void ask('192.0.2.9', 'free')
    await soon()
    expect(single).toEqual(['free'])
    expect(statements.map(({ ids }) => ids)).toEqual([['first'], ['other']])
    statements[0]?.end()
    expect(await first).toBe('key first')
    await soon()
    expect(statements[2]?.ids).toEqual(idsOf(50))
    statements[2]?.end()
    expect(await Promise.all(next)).toEqual(idsOf(50).map((id) => `key ${id}`))
  })

  test('finds a valid key behind two thousand made-up ones of its address', async () => {
    const { statements, ask } = lookups()
    throttle('192.0.2.7')
    const asked = [...idsOf(2_000), 'valid'].map((id) => ask('192.0.2.7', id))
    for (let i = 0; i < 6; i += 1) {
      await soon()
      statements[i]?.end()
    }
    expect((await Promise.all(asked)).at(-1)).toBe('key valid')
    expect(Math.max(...statements.map(({ ids }) => ids.length))).toBe(500)
    expect(statements).toHaveLength(5)
  })

  test('is unavailable, which blames nobody, when ten thousand ids of its address are waiting', async () => {
    const { statements, ask } = lookups()
    throttle('192.0.2.7')
    const asked = idsOf(10_500).map((id) => ask('192.0.2.7', id))
    const refusal = { code: 'unavailable', status: 503, retryAfter: 1 }
    await expect(ask('192.0.2.7', 'one-more')).rejects.toMatchObject(refusal)
    for (let i = 0; i < 30; i += 1) {
      await soon()
      statements[i]?.end()
    }
    expect(await Promise.all(asked)).toHaveLength(10_500)
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
