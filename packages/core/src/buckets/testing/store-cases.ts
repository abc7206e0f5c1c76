import type { Limit } from '@sluice/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BucketStore } from '../store.ts'

type Step = { readonly kind: 'take' | 'back' | 'wait'; readonly ms: number }

const small: Limit = { perMinute: 60, burst: 3 }
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('take', 'take', 'take', 'back', 'wait'),
    ms: fc.oneof(fc.constantFrom(1, 17, 333, 1000), fc.nat(20_000)),
  }),
  { maxLength: 200 },
)

/** What holds for every store of buckets. `make` opens an empty one that lives by the clock it is given. */
export function bucketStoreCases(name: string, make: (clock: () => Date) => BucketStore): void {
  function open() {
    let now = Date.parse('2026-06-01T12:00:00Z')
    const store = make(() => new Date(now))
    return {
      store,
      wait: (ms: number) => {
        now += ms
      },
    }
  }

  async function takeAll(store: BucketStore, limit: Limit, tries: number): Promise<number> {
    const answers = await Promise.all(
      Array.from({ length: tries }, () => store.take('org/standard', limit)),
    )
    return answers.filter(({ taken }) => taken).length
  }

  describe(name, () => {
    test('starts full, and looking takes nothing', async () => {
      const { store } = open()
      for (let i = 0; i < 5; i += 1) {
        expect(await store.level('org/standard', small)).toEqual({ tokens: 3, limit: small })
      }
    })

    test('gives out the burst and no more while the clock stands', async () => {
      const { store } = open()
      expect(await takeAll(store, { perMinute: 600, burst: 1000 }, 1001)).toBe(1000)
      const refused = await store.take('org/standard', { perMinute: 600, burst: 1000 })
      expect(refused).toMatchObject({ taken: false, level: { tokens: 0 } })
    })

    test('tells the level that is left after a take', async () => {
      const { store } = open()
      const { taken, level } = await store.take('org/standard', small)
      expect({ taken, level }).toEqual({ taken: true, level: { tokens: 2, limit: small } })
    })

    test('refills with time, part by part, and a refusal costs nothing', async () => {
      const { store, wait } = open()
      await takeAll(store, small, 3)
      wait(999)
      expect(await takeAll(store, small, 5)).toBe(0)
      wait(1)
      expect(await takeAll(store, small, 5)).toBe(1)
      wait(60_000)
      expect(await takeAll(store, small, 5)).toBe(3)
    })

    test('takes units back, never above the burst', async () => {
      const { store } = open()
      await takeAll(store, small, 2)
      expect((await store.add('org/standard', small, 1)).tokens).toBe(2)
      expect((await store.add('org/standard', small, 5)).tokens).toBe(3)
    })

    test('goes into debt by what is added below zero, and out of it with time', async () => {
      const { store, wait } = open()
      expect((await store.add('org/standard', small, -5)).tokens).toBe(-2)
      expect(await takeAll(store, small, 1)).toBe(0)
      wait(2999)
      expect(await takeAll(store, small, 1)).toBe(0)
      wait(1)
      expect(await takeAll(store, small, 2)).toBe(1)
    })

    test('keeps buckets apart', async () => {
      const { store } = open()
      await takeAll(store, small, 3)
      expect((await store.level('org/data-read', small)).tokens).toBe(3)
      expect((await store.level('other/standard', small)).tokens).toBe(3)
    })

    test('keeps the tokens of a limit that changed, cut to the new burst', async () => {
      const { store } = open()
      await takeAll(store, { perMinute: 60, burst: 100 }, 20)
      expect((await store.level('org/standard', { perMinute: 60, burst: 50 })).tokens).toBe(50)
      expect((await store.level('org/standard', { perMinute: 60, burst: 200 })).tokens).toBe(80)
    })

    test('over any course of takes, returns and waits, agrees with the plain sum', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            perMinute: fc.constantFrom(1, 6, 60, 600),
            burst: fc.constantFrom(1, 3, 10),
          }),
          steps,
          async (limit, course) => {
            const { store, wait } = open()
            // In sixty-thousandths of a unit every sum is exact: one millisecond brings `perMinute` of them.
            let exact = limit.burst * 60_000
            let elapsed = 0
            let admitted = 0
            for (const { kind, ms } of course) {
              if (kind === 'wait') {
                wait(ms)
                elapsed += ms
                exact = Math.min(limit.burst * 60_000, exact + ms * limit.perMinute)
              } else if (kind === 'back') {
                if (admitted > 0) {
                  await store.add('b', limit, 1)
                  admitted -= 1
                  exact = Math.min(limit.burst * 60_000, exact + 60_000)
                }
              } else {
                const { taken } = await store.take('b', limit)
                expect(taken).toBe(exact >= 60_000)
                if (taken) {
                  admitted += 1
                  exact -= 60_000
                }
              }
              expect(admitted).toBeLessThanOrEqual(
                limit.burst + (elapsed * limit.perMinute) / 60_000,
              )
            }
            expect((await store.level('b', limit)).tokens).toBeCloseTo(exact / 60_000, 6)
          },
        ),
        { seed: 20_260_601, numRuns: 200 },
      )
    })
  })
}
