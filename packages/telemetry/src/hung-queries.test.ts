import { afterEach, expect, it, vi } from 'vitest'
import { openSampleStore } from './open-store.ts'
import { hungEngine } from './testing/hung-engine.ts'

afterEach(() => vi.useRealTimers())

it('queries to a hung engine fail within 35 seconds, even those without a connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const engine = await hungEngine()
  const store = openSampleStore({ url: engine.url, clock: () => new Date() })
  const asked = Array.from({ length: 20 }, () => [
    store.query('SELECT 1', {}),
    store.queryBlocks('SELECT 1', {}),
    store.latest(1, [1]),
  ])
  const refused = asked
    .flat()
    .map((promise) => expect(promise).rejects.toMatchObject({ code: 'unavailable' }))
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(35_000)
  await Promise.all(refused)
  await engine.kill()
  await store.close()
})
