import { describe, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { createPace } from './pace.ts'

/** A clock whose sleepers wake in order, once nothing else is left to do at its time. */
function virtualClock() {
  let now = 0
  const sleepers: { at: number; wake: () => void }[] = []
  return {
    now: () => now,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const sleeper = { at: now + ms, wake: resolve }
        sleepers.push(sleeper)
        signal?.addEventListener('abort', () => {
          if (sleepers.includes(sleeper)) sleepers.splice(sleepers.indexOf(sleeper), 1)
          reject(signal.reason)
        })
      }),
    /** Lets time pass until the work is done. */
    async run<Result>(work: Promise<Result>): Promise<Result> {
      let done = false
      const ended = work.finally(() => {
        done = true
      })
      ended.catch(() => {})
      while (!done) {
        await new Promise((resolve) => setImmediate(resolve))
        const [next] = sleepers.sort((a, b) => a.at - b.at)
        if (done || !next) continue
        sleepers.shift()
        now = Math.max(now, next.at)
        next.wake()
      }
      return ended
    },
  }
}

/** A service with a token bucket like Sluice's, whose answers take `latency` milliseconds each way. */
function service({ perMinute = 600, burst = 1000, tokens = 0, latency = 5, others = 0 } = {}) {
  const clock = virtualClock()
  const refused: number[] = []
  const taken: number[] = []
  let at = 0
  function refill() {
    const refilled = tokens + ((clock.now() - at) * (perMinute - others)) / 60_000
    tokens = Math.min(burst, refilled)
    at = clock.now()
  }
  const headers = () => ({
    'RateLimit-Policy': `"standard";q=${perMinute};w=60`,
    RateLimit: `"standard";r=${Math.max(0, Math.floor(tokens + 1e-9))};t=1`,
  })
  const fetch = async () => {
    await clock.sleep(latency)
    refill()
    const isAllowed = tokens >= 1 - 1e-9
    if (isAllowed) tokens -= 1
    ;(isAllowed ? taken : refused).push(clock.now())
    const seconds = String(Math.max(1, Math.ceil(((1 - tokens) * 60) / perMinute)))
    const answer = isAllowed
      ? Response.json({ id: 'k' }, { headers: headers() })
      : Response.json({}, { status: 429, headers: { ...headers(), 'Retry-After': seconds } })
    await clock.sleep(latency)
    return answer
  }
  const client = (options = {}) =>
    createClient(
      { baseUrl: 'https://api.example', key: 'k', ...options },
      { fetch, sleep: clock.sleep, now: clock.now, random: () => 0.5 },
    )
  return { clock, refused, taken, client }
}

const many = (count: number, call: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, call))

describe('a client with pacing', () => {
  test('sends 120 calls into an empty bucket: none fails, and after the first none is refused', async () => {
    const { clock, refused, taken, client } = service()
    const sluice = client()
    await clock.run(many(120, () => sluice.keys.self()))
    expect([taken.length, refused.length]).toEqual([120, 1])
    // Ten per second: 120 take twelve seconds, and hardly longer.
    expect(clock.now()).toBeGreaterThan(11_500)
    expect(clock.now()).toBeLessThan(14_000)
  })

  test('holds nobody back while there are units', async () => {
    const { clock, refused, taken, client } = service({ tokens: 1000 })
    await clock.run(many(500, client().keys.self))
    expect([taken.length, refused.length]).toEqual([500, 0])
    expect(clock.now()).toBeLessThan(100)
  })

  test('waits a second in all, not for each call, while the first answer is slow', async () => {
    const { clock, taken, client } = service({ tokens: 1000, latency: 5000 })
    await clock.run(many(5, client().keys.self))
    expect(taken).toEqual([5000, 6000, 6000, 6000, 6000])
  })

  test('goes on from a burst to the sustained rate without a refusal', async () => {
    const { clock, refused, taken, client } = service({ tokens: 50 })
    await clock.run(many(150, client().keys.self))
    expect([taken.length, refused.length]).toEqual([150, 0])
    expect(clock.now()).toBeGreaterThan(9500)
    expect(clock.now()).toBeLessThan(11_500)
  })

  test('without pacing is refused over and over', async () => {
    const { clock, refused, client } = service()
    const calls = many(120, () =>
      client({ pacing: false })
        .keys.self()
        .catch(() => {}),
    )
    await clock.run(calls)
    expect(refused.length).toBeGreaterThan(120)
  })

  test('shares the bucket with others, and still loses no call', async () => {
    const { clock, taken, client } = service({ others: 300 })
    await clock.run(many(60, client({ retries: 20 }).keys.self))
    expect(taken).toHaveLength(60)
  })

  test('reports a Retry-After that is longer than it may wait', async () => {
    const { clock, refused, client } = service({ perMinute: 1, burst: 1 })
    const sluice = client()
    const both = Promise.allSettled([sluice.keys.self(), sluice.keys.self()])
    const outcomes = await clock.run(both)
    expect(outcomes[0]).toMatchObject({ reason: { status: 429, retryAfter: 60 } })
    expect(refused.length).toBeGreaterThanOrEqual(1)
  })

  test('ends a wait for its turn when the caller aborts, and lets the next one go', async () => {
    const { clock, taken, client } = service({ tokens: 1, perMinute: 6 })
    const sluice = client()
    await clock.run(sluice.keys.self())
    const abort = new AbortController()
    const waiting = sluice.keys.self({}, { signal: abort.signal })
    const next = sluice.keys.self()
    abort.abort(new Error('enough'))
    await expect(clock.run(waiting)).rejects.toThrow('enough')
    await clock.run(next)
    expect(taken).toHaveLength(2)
  })

  test('counts a slow call once: the answers of later calls have it already', async () => {
    const clock = virtualClock()
    const pace = createPace(clock, 30)
    const left = (units: number) =>
      new Response(null, {
        headers: { 'RateLimit-Policy': '"standard";q=1;w=60', RateLimit: `"standard";r=${units}` },
      })
    const turn = () => pace.turn('standard', undefined)
    ;(await turn()).end(left(3))
    await turn()
    ;(await turn()).end(left(1))
    await clock.run(turn())
    expect(clock.now()).toBe(0)
  })

  test('revokes a key at once, and in order with other calls only after a refusal', async () => {
    const { clock, refused, taken, client } = service({ tokens: 1, perMinute: 6, burst: 1 })
    const sluice = client()
    await clock.run(sluice.keys.self())
    const ordinary = sluice.keys.self()
    await clock.run(sluice.keys.revoke({ params: { keyId: 'x' } }))
    await clock.run(ordinary)
    expect(refused).toEqual([15])
    expect(taken).toHaveLength(3)
  })
})
