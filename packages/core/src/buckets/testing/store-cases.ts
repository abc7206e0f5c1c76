import type { Limit } from '@sluice/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BucketStore, Draw } from '../store.ts'

type Step = { readonly kind: 'take' | 'fail' | 'wait'; readonly ms: number }

const small: Limit = { perMinute: 60, burst: 3 }
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('take', 'take', 'take', 'fail', 'wait'),
    ms: fc.oneof(fc.constantFrom(1, 17, 333, 1000), fc.nat(20_000)),
  }),
  { maxLength: 200 },
)

/** Sums of sixty-thousandths of a unit are exact: a millisecond adds `perMinute` of them. */
const PARTS = 60_000

interface Options {
  /** Runs of the property test; fewer for remote stores. */
  readonly runs: number
}

/**
 * The cases that every store of buckets must pass. `make` opens one with the given clock. Each test uses new
 * organizations, so a store may contain others.
 */
export function bucketStoreCases(
  name: string,
  make: (clock: () => number) => BucketStore | Promise<BucketStore>,
  { runs }: Options = { runs: 200 },
): void {
  let made = 0

  async function open() {
    let now = Date.parse('2026-06-01T12:00:00Z')
    const store = await make(() => now)
    made += 1
    const organization = `${name}-${made}`
    const drawOf = (limit: Limit, traits: Partial<Draw> = {}): Draw => {
      return { organization, tier: 'standard', limit, key: 'k', share: undefined, ...traits }
    }
    return {
      store,
      drawOf,
      tokensOf: async (draw: Draw) => (await store.look(draw)).tier,
      wait: (ms: number) => {
        now += ms
      },
      /** How many of `tries` concurrent takes are admitted. */
      async takeAll(draw: Draw, tries: number): Promise<number> {
        const answers = await Promise.all(Array.from({ length: tries }, () => store.take(draw)))
        return answers.filter(({ refusedBy }) => refusedBy === undefined).length
      },
    }
  }

  describe(`a bucket store ${name}`, () => {
    test('looking at another limit changes nothing', async () => {
      const { store, drawOf } = await open()
      const large = drawOf(
        { perMinute: 6000, burst: 100 },
        { share: { perMinute: 6000, burst: 50 } },
      )
      await store.take(large)
      await store.giveBack(large)
      await store.take(large)
      const before = await store.look(large)
      const seen = await store.look(drawOf(small, { share: small }))
      expect([seen.tier, seen.share]).toEqual([3, 3])
      expect(await store.look(large)).toEqual(before)
    })

    test('starts with full buckets, and looking takes nothing', async () => {
      const { store, drawOf } = await open()
      for (let i = 0; i < 5; i += 1) {
        const found = await store.look(drawOf(small))
        expect(found).toEqual({ tier: 3, share: undefined, failures: 3 })
      }
    })

    test('returns no failures for a draw without a key', async () => {
      const { store, drawOf } = await open()
      const draw = drawOf(small, { key: undefined })
      const found = { tier: 3, share: undefined, failures: undefined }
      expect(await store.look(draw)).toEqual(found)
      expect(await store.take(draw)).toEqual({ ...found, refusedBy: undefined, tier: 2 })
      expect(await store.giveBack(draw)).toEqual(found)
    })

    test('admits exactly the burst while the clock stands still', async () => {
      const { store, drawOf, takeAll } = await open()
      const draw = drawOf({ perMinute: 600, burst: 1000 })
      expect(await takeAll(draw, 1001)).toBe(1000)
      expect(await store.take(draw)).toMatchObject({ refusedBy: 'tier', tier: 0 })
    })

    test('returns what is left after a take', async () => {
      const { store, drawOf } = await open()
      expect(await store.take(drawOf(small))).toEqual({
        ...{ refusedBy: undefined, tier: 2, share: undefined, failures: 3 },
      })
    })

    test('refills continuously, and a rejected take costs nothing', async () => {
      const { drawOf, takeAll, wait } = await open()
      await takeAll(drawOf(small), 3)
      wait(999)
      expect(await takeAll(drawOf(small), 5)).toBe(0)
      wait(1)
      expect(await takeAll(drawOf(small), 5)).toBe(1)
      wait(60_000)
      expect(await takeAll(drawOf(small), 5)).toBe(3)
    })

    test('admits no additional requests when the clock is set back, and refills from then', async () => {
      const { drawOf, takeAll, wait } = await open()
      await takeAll(drawOf(small), 3)
      wait(-3_600_000)
      expect(await takeAll(drawOf(small), 5)).toBe(0)
      wait(1000)
      expect(await takeAll(drawOf(small), 5)).toBe(1)
    })

    test('gives a unit back up to the burst and charges a failure', async () => {
      const { store, drawOf, takeAll } = await open()
      const draw = drawOf(small)
      await takeAll(draw, 2)
      const after = { tier: 2, share: undefined, failures: 2 }
      expect(await store.giveBack(draw)).toEqual(after)
      expect(await store.look(draw)).toEqual(after)
      expect(await store.giveBack(draw)).toMatchObject({ tier: 3, failures: 1 })
      expect(await store.giveBack(draw)).toMatchObject({ tier: 3, failures: 0 })
    })

    test('rejects a key whose failures are used up or in debt', async () => {
      const { store, drawOf, wait } = await open()
      const draw = drawOf(small)
      for (let i = 0; i < 5; i += 1) await store.giveBack(draw)
      expect(await store.take(draw)).toMatchObject({ refusedBy: 'failures', tier: 3, failures: -2 })
      wait(2999)
      expect((await store.take(draw)).refusedBy).toBe('failures')
      wait(1)
      expect((await store.take(draw)).refusedBy).toBeUndefined()
    })

    test('admits other keys when one has used up its failures', async () => {
      const { store, drawOf } = await open()
      for (let i = 0; i < 5; i += 1) await store.giveBack(drawOf(small))
      const other = await store.take(drawOf(small, { key: 'other' }))
      expect(other).toMatchObject({ refusedBy: undefined, tier: 2, failures: 3 })
      expect((await store.take(drawOf(small))).refusedBy).toBe('failures')
    })

    test('admits draws that spare failures when none are left, and charges a unit', async () => {
      const { store, drawOf } = await open()
      const spared = drawOf(small, { sparesFailures: true })
      for (let i = 0; i < 4; i += 1) await store.giveBack(spared)
      const taken = { refusedBy: undefined, tier: 2, failures: -1 }
      expect(await store.take(spared)).toMatchObject(taken)
      await store.take(spared)
      await store.take(spared)
      expect((await store.take(spared)).refusedBy).toBe('tier')
    })

    test('limits the failures of a key with a share to the share', async () => {
      const { store, drawOf, wait } = await open()
      const draw = drawOf({ perMinute: 600, burst: 1000 }, { share: small })
      expect((await store.look(draw)).failures).toBe(3)
      for (let i = 0; i < 3; i += 1) await store.giveBack(draw)
      expect(await store.take(draw)).toMatchObject({ refusedBy: 'failures', tier: 1000, share: 3 })
      wait(1000)
      expect((await store.take(draw)).refusedBy).toBeUndefined()
      wait(10_000)
      expect(await store.take(draw)).toMatchObject({ refusedBy: undefined, failures: 3 })
    })

    test('keeps units and failures of tiers and organizations apart', async () => {
      const { store, drawOf, takeAll, tokensOf } = await open()
      await takeAll(drawOf(small), 3)
      for (let i = 0; i < 4; i += 1) await store.giveBack(drawOf(small))
      await takeAll(drawOf(small), 3)
      for (const traits of [{ tier: 'data-read' }, { organization: `${name}-other` }]) {
        expect(await tokensOf(drawOf(small, traits))).toBe(3)
        expect((await store.take(drawOf(small, traits))).refusedBy).toBeUndefined()
        await store.giveBack(drawOf(small, traits))
      }
    })

    test('holds a key to its share and takes nothing when tier or share is empty', async () => {
      const { store, drawOf, takeAll, wait } = await open()
      const [half, other] = ['half', 'other'].map((key) =>
        drawOf({ perMinute: 60, burst: 6 }, { key, share: small }),
      ) as [Draw, Draw]
      expect(await store.take(half)).toMatchObject({ refusedBy: undefined, tier: 5, share: 2 })
      expect(await takeAll(half, 6)).toBe(2)
      expect(await store.take(half)).toMatchObject({ refusedBy: 'share', tier: 3, share: 0 })
      expect(await store.look(half)).toMatchObject({ tier: 3, share: 0 })
      expect(await store.giveBack(half)).toMatchObject({ tier: 4, share: 1 })
      expect(await store.look(half)).toMatchObject({ tier: 4, share: 1 })
      expect(await takeAll(other, 2)).toBe(2)
      expect(await takeAll({ ...other, share: undefined }, 5)).toBe(2)
      expect((await store.take(other)).refusedBy).toBe('tier')
      expect(await store.look(other)).toMatchObject({ tier: 0, share: 1 })
      wait(1000)
      expect(await takeAll(half, 2)).toBe(1)
    })

    test('keeps tokens when the limit changes, capped at the new burst', async () => {
      const { drawOf, takeAll, tokensOf, wait } = await open()
      await takeAll(drawOf({ perMinute: 60, burst: 100 }), 20)
      expect(await tokensOf(drawOf({ perMinute: 60, burst: 200 }))).toBe(80)
      expect(await takeAll(drawOf({ perMinute: 60, burst: 50 }), 60)).toBe(50)
      wait(1000)
      expect(await takeAll(drawOf({ perMinute: 6000, burst: 200 }), 10)).toBe(1)
      wait(1000)
      expect(await takeAll(drawOf({ perMinute: 6000, burst: 200 }), 200)).toBe(100)
    })

    test('refills at a new rate from the first take, even if that is refused', async () => {
      const { drawOf, takeAll, wait } = await open()
      const raised = { perMinute: 6000, burst: 100 }
      await takeAll(drawOf(small), 3)
      expect(await takeAll(drawOf(raised), 1)).toBe(0)
      wait(1000)
      expect(await takeAll(drawOf(raised), 200)).toBe(100)
    })

    test('agrees with a simple model over any sequence of takes, failures and waits', async () => {
      const limits = fc.record({
        perMinute: fc.constantFrom(1, 6, 60, 600),
        burst: fc.constantFrom(1, 3, 10),
      })
      await fc.assert(
        fc.asyncProperty(limits, steps, async (limit, course) => {
          const { store, drawOf, wait } = await open()
          const draw = drawOf(limit)
          const most = limit.burst * PARTS
          let [units, failures, elapsed, admitted] = [most, most, 0, 0]
          for (const { kind, ms } of course) {
            if (kind === 'wait') {
              wait(ms)
              elapsed += ms
              units = Math.min(most, units + ms * limit.perMinute)
              failures = Math.min(most, failures + ms * limit.perMinute)
              continue
            }
            const { refusedBy } = await store.take(draw)
            const empty = units < PARTS ? 'tier' : undefined
            expect(refusedBy).toBe(failures < PARTS ? 'failures' : empty)
            if (refusedBy) continue
            if (kind === 'fail') {
              await store.giveBack(draw)
              failures -= PARTS
            } else {
              admitted += 1
              units -= PARTS
            }
            expect(admitted).toBeLessThanOrEqual(limit.burst + (elapsed * limit.perMinute) / PARTS)
          }
          const left = await store.look(draw)
          expect(left.tier).toBeCloseTo(units / PARTS, 6)
          expect(left.failures).toBeCloseTo(failures / PARTS, 6)
        }),
        { seed: 20_260_601, numRuns: runs },
      )
    })
  })
}
