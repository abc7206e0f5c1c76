import { reserveLimit, type Tier, tiers } from '@sluice/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { noFigures } from '../limits/index.ts'
import { memoryBuckets } from './memory-store.ts'
import { RateLimited } from './rate-limited.ts'
import { foresee, giveBack, levels, reserve } from './reserve.ts'
import { keyReserves, type Reserves } from './reserves.ts'
import type { BucketStore } from './store.ts'

let now: number
let buckets: BucketStore
let reserves: Reserves
beforeEach(() => {
  now = Date.parse('2026-06-01T12:00:00Z')
  buckets = memoryBuckets(() => now)
  reserves = keyReserves(() => now)
})

const acme = { id: 'acme', number: 1, limits: noFigures }
const key = { id: 'one', organization: acme, budgetShare: null }
const bounded = { ...key, id: 'two', budgetShare: 1 }
const at = () => new Date(now)
const take = async (tier: Tier = 'standard') => reserve({ buckets, reserves }, key, { tier }, at())
const left = (organization = 'acme', of: string | undefined = key.id) => {
  const { standard: limit } = tiers
  return buckets.look({ organization, tier: 'standard', limit, key: of, share: undefined })
}

async function fail(tier: Tier = 'standard') {
  await giveBack({ buckets }, await take(tier))
}

describe('a reservation', () => {
  test('takes one unit and returns what is left', async () => {
    const { rate } = await take()
    expect(rate).toEqual({ name: 'standard', tokens: 999, limit: tiers.standard })
    expect(await left()).toMatchObject({ tier: 999, failures: 1000 })
  })

  test('is synchronous in the process that owns the buckets', () => {
    expect(reserve({ buckets, reserves }, key, { tier: 'standard' }, at())).not.toBeInstanceOf(
      Promise,
    )
  })

  test('returns its unit on failure and draws on the failures bucket', async () => {
    const held = await take()
    const failures = { name: 'standard-failures', tokens: 999, limit: tiers.standard }
    expect(await giveBack({ buckets }, held)).toEqual({ ...held.rate, tokens: 1000, failures })
    expect(await left()).toMatchObject({ tier: 1000, failures: 999 })
  })

  test('is refused for longer while the bucket refills at a part of its rate', async () => {
    const level = { tier: -9, share: undefined, failures: 1000, refillRatio: 1 / 3 }
    const slow = { ...buckets, take: () => ({ ...level, refusedBy: 'tier' as const }) }
    // Ten units, of ten a second.
    const refused = () => reserve({ buckets: slow, reserves }, key, { tier: 'standard' }, at())
    expect(refused).toThrow(expect.objectContaining({ retryAfter: 3 }))
  })

  test('does not affect other tiers or organizations', async () => {
    await take()
    const [standard, dataRead] = await levels({ buckets }, { organization: acme }, at())
    const ofNobody = { share: null, failures: null }
    expect(standard).toEqual({
      ...{ tier: 'standard', perMinute: 600, burst: 1000, remaining: 999, fullInSeconds: 1 },
      ...ofNobody,
    })
    expect(dataRead).toMatchObject({ tier: 'data-read', remaining: 10_000, fullInSeconds: 0 })
    expect(await left('other')).toMatchObject({ tier: 1000 })
  })

  test('is rejected without a whole unit, with the seconds until there is one', async () => {
    for (let i = 0; i < 1000; i += 1) await take()
    const refusal = await take().catch((error) => error)
    expect(refusal).toBeInstanceOf(RateLimited)
    expect(refusal).toMatchObject({ code: 'rate-limited', status: 429, retryAfter: 1 })
    expect(refusal.detail).toMatch(/rate limit exceeded.*tier standard.*Retry-After \(1 s\)/)
    await expect(
      foresee({ buckets, reserves }, key, { tier: 'standard' }, at()),
    ).rejects.toThrowError(refusal)
    now += refusal.retryAfter * 1000
    expect((await foresee({ buckets, reserves }, key, { tier: 'standard' }, at())).tokens).toBe(10)
    expect((await take()).rate.tokens).toBe(9)
  })
})

describe('a key with a budget share', () => {
  const spend = async () => reserve({ buckets, reserves }, bounded, { tier: 'standard' }, at())

  test('is rejected once its share is used up, and other keys are not', async () => {
    for (let i = 0; i < 9; i += 1) await spend()
    const last = await foresee({ buckets, reserves }, bounded, { tier: 'standard' }, at())
    expect(last.share?.tokens).toBe(1)
    await spend()
    const refusal = await spend().catch((error) => error)
    expect(refusal).toMatchObject({ code: 'rate-limited', retryAfter: 10 })
    expect(refusal.level.name).toBe('standard-share')
    expect(refusal.rate).toMatchObject({ name: 'standard', tokens: 990 })
    expect(refusal.detail).toContain("the key's share of the organization's budget")
    await expect(
      foresee({ buckets, reserves }, bounded, { tier: 'standard' }, at()),
    ).rejects.toThrowError(refusal)
    expect((await take()).rate.tokens).toBe(989)
    now += refusal.retryAfter * 1000
    await spend()
  })

  test('keeps its own share, whatever other keys with a share spend', async () => {
    for (let i = 0; i < 10; i += 1) await spend()
    const other = { ...bounded, id: 'three' }
    const { rate } = await reserve({ buckets, reserves }, other, { tier: 'standard' }, at())
    expect(rate.share?.tokens).toBe(9)
  })

  test('has a share of the limit of each tier', async () => {
    for (let i = 0; i < 10; i += 1) await spend()
    const { rate } = await reserve({ buckets, reserves }, bounded, { tier: 'data-read' }, at())
    expect(rate).toMatchObject({ name: 'data-read', tokens: 9999 })
    expect(rate.share).toMatchObject({ name: 'data-read-share', tokens: 99 })
  })

  test('gets back the unit of a failed call', async () => {
    for (let i = 0; i < 10; i += 1) {
      const held = await spend()
      expect(held.rate.share?.tokens).toBe(9)
      expect((await giveBack({ buckets }, held)).share?.tokens).toBe(10)
    }
    await expect(spend()).rejects.toMatchObject({ level: { name: 'standard-failures' } })
  })
})

describe('failed requests', () => {
  test('are limited by a bucket of the key, with the tier’s size and rate', async () => {
    for (let i = 0; i < 1000; i += 1) await fail()
    await expect(fail()).rejects.toThrowError('rate-limited')
    await expect(
      foresee({ buckets, reserves }, key, { tier: 'standard' }, at()),
    ).rejects.toMatchObject({
      detail: expect.stringContaining("the key's budget of failed requests"),
    })
    now += 100
    await fail()
    await expect(fail()).rejects.toThrowError('rate-limited')
    // The budget of others is unaffected.
    expect(await left()).toMatchObject({ tier: 1000 })
  })

  test('are reported as the cause while the organization’s units are all left', async () => {
    for (let i = 0; i < 1000; i += 1) await fail()
    const { rate, level } = await take().catch((error) => error)
    expect(level).toEqual({ name: 'standard-failures', tokens: 0, limit: tiers.standard })
    expect(rate).toEqual({ name: 'standard', tokens: 1000, limit: tiers.standard, failures: level })
  })

  test('of a key with a share do not lock out other keys', async () => {
    const failing = { ...key, id: 'failing', budgetShare: 10 }
    const tryIt = async () => reserve({ buckets, reserves }, failing, { tier: 'standard' }, at())
    let refused = 0
    for (let i = 0; i < 1024; i += 1) {
      try {
        await giveBack({ buckets }, await tryIt())
      } catch {
        refused += 1
      }
    }
    expect(refused).toBe(924)
    for (let i = 0; i < 60; i += 1) await expect(take()).resolves.toBeDefined()
  })

  test('that run concurrently can overdraw the bucket, which prolongs the wait', async () => {
    for (let i = 0; i < 990; i += 1) await fail()
    const held = await Promise.all(Array.from({ length: 20 }, () => take()))
    for (const reservation of held) await giveBack({ buckets }, reservation)
    const refusal = await take().catch((error) => error)
    expect(refusal).toMatchObject({ code: 'rate-limited', retryAfter: 2 })
    expect(refusal.level.tokens).toBe(-10)
  })

  test('in one tier do not affect the other', async () => {
    for (let i = 0; i < 1000; i += 1) await fail()
    await expect(take('data-read')).resolves.toBeDefined()
  })

  test('do not block operations that spare failures, whose own failures cost a unit', async () => {
    for (let i = 0; i < 1000; i += 1) await fail()
    const spared = { tier: 'standard', sparesFailures: true } as const
    await expect(foresee({ buckets, reserves }, key, spared, at())).resolves.toMatchObject({
      tokens: 1000,
    })
    const held = await reserve({ buckets, reserves }, key, spared, at())
    expect(await giveBack({ buckets }, held)).toMatchObject({ tokens: 999 })
    expect(await left()).toMatchObject({ tier: 999, failures: 0 })
  })

  test('show in the levels of their key only', async () => {
    const failed = await reserve({ buckets, reserves }, bounded, { tier: 'standard' }, at())
    await giveBack({ buckets }, failed)
    const figures = { perMinute: 6, burst: 10 }
    const actor = { ...bounded, keyType: 'External' } as never
    expect((await levels({ buckets }, actor, at()))[0]).toMatchObject({
      share: { ...figures, remaining: 10, fullInSeconds: 0 },
      failures: { ...figures, remaining: 9, fullInSeconds: 10 },
    })
    const [other] = await levels({ buckets }, { ...key, keyType: 'External' } as never, at())
    expect(other).toMatchObject({ share: null, failures: null })
  })
})

describe('an operation with a reserve', () => {
  const row = { tier: 'standard', sparesFailures: true, hasReserve: true } as const
  const call = async (payer: Parameters<typeof reserve>[1] = key) =>
    reserve({ buckets, reserves }, payer, row, at())
  const foreseen = async () => foresee({ buckets, reserves }, key, row, at())
  const { perMinute, burst } = reserveLimit

  test('draws on it only once the organization’s units are spent', async () => {
    for (let i = 0; i < 1000; i += 1) await call()
    await expect(take()).rejects.toThrowError('rate-limited')
    for (let i = 0; i < burst; i += 1) {
      expect(await foreseen()).toMatchObject({ tokens: 0 })
      expect(await call()).toMatchObject({ isOfReserve: true, rate: { tokens: 0 } })
    }
    await expect(foreseen()).rejects.toMatchObject({ level: { name: 'standard' } })
    await expect(call()).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 1 })
  })

  test('draws on that of its own key, which other keys cannot use up', async () => {
    for (let i = 0; i < 1000; i += 1) await take()
    for (let i = 0; i < burst; i += 1) await call()
    await expect(call()).rejects.toThrowError('rate-limited')
    await expect(call({ ...key, id: 'other' })).resolves.toMatchObject({ isOfReserve: true })
  })

  test('draws on it once the key’s share is spent', async () => {
    for (let i = 0; i < 10; i += 1) await call(bounded)
    expect(await call(bounded)).toMatchObject({ rate: { share: { tokens: 0 } }, isOfReserve: true })
    expect(await left()).toMatchObject({ tier: 990 })
  })

  test('does not get its unit back if it fails, nor one of the organization', async () => {
    for (let i = 0; i < 1000; i += 1) await take()
    for (let i = 0; i < burst; i += 1) {
      expect(await giveBack({ buckets }, await call())).toMatchObject({ tokens: 0 })
    }
    await expect(call()).rejects.toThrowError('rate-limited')
    expect(await left()).toMatchObject({ tier: 0, failures: 1000 })
  })

  test('gets a unit of it back by time, at its own rate', async () => {
    await call()
    buckets = {
      ...buckets,
      take: () => ({ tier: 0, share: undefined, failures: 1, refusedBy: 'tier' }),
    }
    for (let i = 0; i < burst; i += 1) await call()
    now += 60_000 / perMinute
    await call()
    await expect(call()).rejects.toThrowError('rate-limited')
  })
})
