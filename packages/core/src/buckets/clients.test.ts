/** Clients that know nothing but the RateLimit header fields of their answers. */
import type { Limit } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { memoryBuckets } from './memory-store.ts'
import { secondsUntilFull, secondsUntilOne, wholeUnits } from './refill.ts'

/** A service with one bucket, and a clock that a client's waits advance. */
function service(limit: Limit) {
  let now = Date.parse('2026-06-01T12:00:00Z')
  const store = memoryBuckets(() => now)
  return {
    wait: (seconds: number) => {
      now += seconds * 1000
    },
    async call() {
      const draw = {
        organization: 'acme',
        tier: 'standard',
        limit,
        key: undefined,
        share: undefined,
      }
      const { refusedBy, tier: tokens } = await store.take(draw)
      return {
        retryAfter: refusedBy === undefined ? undefined : secondsUntilOne(tokens, limit),
        quota: limit.perMinute,
        window: 60,
        remaining: Math.max(0, wholeUnits(tokens)),
        untilFull: secondsUntilFull(tokens, limit),
      }
    },
  }
}

const limits: Limit[] = [
  { perMinute: 600, burst: 1000 },
  { perMinute: 6, burst: 10 },
  { perMinute: 7, burst: 3 },
  { perMinute: 1, burst: 1 },
  { perMinute: 100_000, burst: 50 },
]

describe.each(limits)('with $perMinute requests per minute and a burst of $burst,', (limit) => {
  test('a client that honours Retry-After is never rejected twice in a row', async () => {
    const { call, wait } = service(limit)
    let refusals = 0
    for (let i = 0; i < 3000; i += 1) {
      const { retryAfter } = await call()
      if (retryAfter === undefined) continue
      refusals += 1
      wait(retryAfter)
      expect((await call()).retryAfter).toBeUndefined()
    }
    expect(refusals).toBeGreaterThan(0)
  })

  test('a client paced by RateLimit is never rejected and wastes no units', async () => {
    const { call, wait } = service(limit)
    let [waited, step] = [0, 0]
    for (let i = 0; i < 3000; i += 1) {
      const { retryAfter, remaining, quota, window } = await call()
      expect(retryAfter).toBeUndefined()
      if (remaining > 0) continue
      // The time in which one unit is refilled, in whole milliseconds as timers need it.
      step = Math.ceil((window / quota) * 1000) / 1000
      wait(step)
      waited += step
    }
    const unit = 60 / limit.perMinute
    const shortest = (3000 - limit.burst) * unit
    expect(waited).toBeGreaterThanOrEqual(shortest - 1e-6)
    expect(waited).toBeLessThanOrEqual((shortest / unit + 1) * step + 1e-6)
  })

  test('the bucket is full after the seconds in t', async () => {
    const { call, wait } = service(limit)
    for (let i = 0; i < limit.burst; i += 1) await call()
    const { untilFull } = await call()
    wait(untilFull)
    expect((await call()).remaining).toBe(limit.burst - 1)
  })
})
