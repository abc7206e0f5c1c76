import { tiers } from '@sluice/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { memoryBuckets } from './memory-store.ts'
import {
  checkAddress,
  countAddress,
  levels,
  RateLimited,
  rateLimitHeaders,
  reserve,
} from './reserve.ts'
import type { BucketStore } from './store.ts'

let now: number
let buckets: BucketStore
beforeEach(() => {
  now = Date.parse('2026-06-01T12:00:00Z')
  buckets = memoryBuckets(() => new Date(now))
})

const { standard } = tiers
const left = async (bucket: string) => (await buckets.level(bucket, standard)).tokens

describe('a reservation', () => {
  test('holds one unit at once, and keeps it spent on success', async () => {
    const held = await reserve({ buckets }, 'acme', 'standard')
    expect(await left('acme/standard')).toBe(999)
    expect(await held.spend()).toEqual({ tokens: 999, limit: standard })
    expect(await left('acme/standard')).toBe(999)
    expect(await left('acme/standard/failures')).toBe(1000)
  })

  test('gives it back on failure, which draws on the failures bucket instead', async () => {
    const held = await reserve({ buckets }, 'acme', 'standard')
    expect((await held.giveBack()).tokens).toBe(1000)
    expect(await left('acme/standard/failures')).toBe(999)
  })

  test('touches no other tier and no other organization', async () => {
    await reserve({ buckets }, 'acme', 'standard')
    expect(await levels({ buckets }, 'acme')).toEqual([
      { tier: 'standard', perMinute: 600, burst: 1000, remaining: 999 },
      { tier: 'data-read', perMinute: 6000, burst: 10_000, remaining: 10_000 },
    ])
    expect(await left('other/standard')).toBe(1000)
  })

  test('is refused when no whole unit is left, and says when one is there', async () => {
    await buckets.add('acme/standard', standard, -1000)
    const refusal = await reserve({ buckets }, 'acme', 'standard').catch((error) => error)
    expect(refusal).toBeInstanceOf(RateLimited)
    expect(refusal).toMatchObject({ code: 'rate-limited', status: 429, retryAfter: 1 })
    expect(refusal.detail).toMatch(/rate limit exceeded.*tier standard.*Retry-After \(1 seconds\)/)
    now += refusal.retryAfter * 1000
    await expect(reserve({ buckets }, 'acme', 'standard')).resolves.toBeDefined()
  })
})

describe('failing', () => {
  async function fail() {
    const held = await reserve({ buckets }, 'acme', 'standard')
    await held.giveBack()
  }

  test('is bounded by a bucket of the tier’s own size and rate', async () => {
    for (let i = 0; i < 1000; i += 1) await fail()
    await expect(fail()).rejects.toThrowError(/failed requests/)
    now += 100
    await fail()
    await expect(fail()).rejects.toThrowError('rate-limited')
    // What the others may still spend is untouched.
    expect(await left('acme/standard')).toBe(1000)
  })

  test('at once can overdraw it, which holds the organization back for longer', async () => {
    const held = await Promise.all(
      Array.from({ length: 1000 }, () => reserve({ buckets }, 'acme', 'standard')),
    )
    await fail().catch(() => {})
    await Promise.all(held.map((reservation) => reservation.giveBack()))
    await Promise.all(
      Array.from({ length: 10 }, () => buckets.add('acme/standard/failures', standard, -1)),
    )
    const refusal = await reserve({ buckets }, 'acme', 'standard').catch((error) => error)
    expect(refusal).toMatchObject({ code: 'rate-limited', retryAfter: 2 })
    expect(refusal.level.tokens).toBe(-10)
  })

  test('in one tier leaves the other alone', async () => {
    await buckets.add('acme/standard/failures', standard, -1000)
    await expect(reserve({ buckets }, 'acme', 'data-read')).resolves.toBeDefined()
  })
})

describe('an address that fails to authenticate', () => {
  test('is let in 100 times, then once a second; others are not held up', async () => {
    for (let i = 0; i < 100; i += 1) {
      await checkAddress(buckets, '192.0.2.7')
      await countAddress(buckets, '192.0.2.7')
    }
    await expect(checkAddress(buckets, '192.0.2.7')).rejects.toMatchObject({
      code: 'rate-limited',
      retryAfter: 1,
    })
    await checkAddress(buckets, '192.0.2.8')
    now += 1000
    await checkAddress(buckets, '192.0.2.7')
  })
})

describe('the header fields', () => {
  test.each([
    [1000, standard, '"standard";q=600;w=60', '"standard";r=1000;t=0'],
    [742, standard, '"standard";q=600;w=60', '"standard";r=742;t=26'],
    [741.99, standard, '"standard";q=600;w=60', '"standard";r=741;t=26'],
    [0.5, { perMinute: 6, burst: 10 }, '"standard";q=6;w=60', '"standard";r=0;t=95'],
    [-3, { perMinute: 6, burst: 10 }, '"standard";q=6;w=60', '"standard";r=0;t=130'],
  ])('of %d units left of %j', (tokens, limit, policy, rate) => {
    expect(rateLimitHeaders('standard', { tokens, limit })).toEqual({
      'RateLimit-Policy': policy,
      RateLimit: rate,
    })
  })

  test('name the other tier by its own name', () => {
    const level = { tokens: 10_000, limit: tiers['data-read'] }
    expect(rateLimitHeaders('data-read', level).RateLimit).toBe('"data-read";r=10000;t=0')
  })
})
