import { type Tier, tiers } from '@sluice/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { noFigures } from '../limits/index.ts'
import { memoryBuckets } from './memory-store.ts'
import { RateLimited } from './rate-limited.ts'
import { foresee, giveBack, levels, reserve } from './reserve.ts'
import type { BucketStore } from './store.ts'

let now: number
let buckets: BucketStore
beforeEach(() => {
  now = Date.parse('2026-06-01T12:00:00Z')
  buckets = memoryBuckets(() => new Date(now))
})

const acme = { id: 'acme', number: 1, limits: noFigures }
const key = { id: 'one', organization: acme, budgetShare: null }
const bounded = { ...key, id: 'two', budgetShare: 1 }
const at = () => new Date(now)
const take = async (tier: Tier = 'standard') => reserve({ buckets }, key, { tier }, at())
const left = (organization = 'acme') =>
  buckets.look({ organization, tier: 'standard', limit: tiers.standard, share: undefined })

async function fail(tier: Tier = 'standard') {
  await giveBack({ buckets }, await take(tier))
}

describe('a reservation', () => {
  test('holds one unit, and tells what is left beside it', async () => {
    const { rate } = await take()
    expect(rate).toEqual({ name: 'standard', tokens: 999, limit: tiers.standard })
    expect(await left()).toMatchObject({ tier: 999, failures: 1000 })
  })

  test('is there at once where the buckets are', () => {
    expect(reserve({ buckets }, key, { tier: 'standard' }, at())).not.toBeInstanceOf(Promise)
  })

  test('gives it back on failure, which draws on the failures bucket instead', async () => {
    const held = await take()
    expect(await giveBack({ buckets }, held)).toEqual({ ...held.rate, tokens: 1000 })
    expect(await left()).toMatchObject({ tier: 1000, failures: 999 })
  })

  test('touches no other tier and no other organization', async () => {
    await take()
    expect(await levels({ buckets }, acme, at())).toEqual([
      { tier: 'standard', perMinute: 600, burst: 1000, remaining: 999, secondsUntilFull: 1 },
      { tier: 'data-read', perMinute: 6000, burst: 10_000, remaining: 10_000, secondsUntilFull: 0 },
    ])
    expect(await left('other')).toMatchObject({ tier: 1000 })
  })

  test('is refused when no whole unit is left, and says when one is there', async () => {
    for (let i = 0; i < 1000; i += 1) await take()
    const refusal = await take().catch((error) => error)
    expect(refusal).toBeInstanceOf(RateLimited)
    expect(refusal).toMatchObject({ code: 'rate-limited', status: 429, retryAfter: 1 })
    expect(refusal.detail).toMatch(/rate limit exceeded.*tier standard.*Retry-After \(1 s\)/)
    await expect(foresee({ buckets }, key, { tier: 'standard' }, at())).rejects.toThrowError(
      refusal,
    )
    now += refusal.retryAfter * 1000
    expect((await foresee({ buckets }, key, { tier: 'standard' }, at())).tokens).toBe(10)
    expect((await take()).rate.tokens).toBe(9)
  })
})

describe('a key that has a share', () => {
  const spend = async () => reserve({ buckets }, bounded, { tier: 'standard' }, at())

  test('is refused once it has used that, and the others are not', async () => {
    for (let i = 0; i < 9; i += 1) await spend()
    const last = await foresee({ buckets }, bounded, { tier: 'standard' }, at())
    expect(last.share?.tokens).toBe(1)
    await spend()
    const refusal = await spend().catch((error) => error)
    expect(refusal).toMatchObject({ code: 'rate-limited', retryAfter: 10 })
    expect(refusal.rate.name).toBe('standard-share')
    expect(refusal.detail).toContain("the key's share of the organization's budget")
    await expect(foresee({ buckets }, bounded, { tier: 'standard' }, at())).rejects.toThrowError(
      refusal,
    )
    expect((await take()).rate.tokens).toBe(989)
    now += refusal.retryAfter * 1000
    await spend()
  })

  test('has it for itself, whatever others with a share spend', async () => {
    for (let i = 0; i < 10; i += 1) await spend()
    const other = { ...bounded, id: 'three' }
    const { rate } = await reserve({ buckets }, other, { tier: 'standard' }, at())
    expect(rate.share?.tokens).toBe(9)
  })

  test('has it in each tier, of what the organization has there', async () => {
    for (let i = 0; i < 10; i += 1) await spend()
    const { rate } = await reserve({ buckets }, bounded, { tier: 'data-read' }, at())
    expect(rate).toMatchObject({ name: 'data-read', tokens: 9999 })
    expect(rate.share).toMatchObject({ name: 'data-read-share', tokens: 99 })
  })

  test('gets its unit back for a call that fails', async () => {
    for (let i = 0; i < 20; i += 1) {
      const held = await spend()
      expect(held.rate.share?.tokens).toBe(9)
      expect((await giveBack({ buckets }, held)).share?.tokens).toBe(10)
    }
    await expect(spend()).resolves.toBeDefined()
  })
})

describe('failing', () => {
  test('is bounded by a bucket of the tier’s own size and rate', async () => {
    for (let i = 0; i < 1000; i += 1) await fail()
    await expect(fail()).rejects.toThrowError('rate-limited')
    await expect(foresee({ buckets }, key, { tier: 'standard' }, at())).rejects.toMatchObject({
      detail: expect.stringContaining('failed requests'),
    })
    now += 100
    await fail()
    await expect(fail()).rejects.toThrowError('rate-limited')
    // What the others may still spend is untouched.
    expect(await left()).toMatchObject({ tier: 1000 })
  })

  test('at once can overdraw it, which holds the organization back for longer', async () => {
    for (let i = 0; i < 990; i += 1) await fail()
    const held = await Promise.all(Array.from({ length: 20 }, () => take()))
    for (const reservation of held) await giveBack({ buckets }, reservation)
    const refusal = await take().catch((error) => error)
    expect(refusal).toMatchObject({ code: 'rate-limited', retryAfter: 2 })
    expect(refusal.rate.tokens).toBe(-10)
  })

  test('in one tier leaves the other alone', async () => {
    for (let i = 0; i < 1000; i += 1) await fail()
    await expect(take('data-read')).resolves.toBeDefined()
  })
})
