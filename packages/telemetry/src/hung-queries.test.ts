import { afterEach, expect, it, vi } from 'vitest'
import { openSampleStore } from './open-store.ts'
import { hungEngine } from './testing/hung-engine.ts'
import { memoryWriter } from './testing/store.ts'

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

it('queries that wait for the same samples to be loaded fail together, within 35 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const engine = await hungEngine()
  const sampleWriter = memoryWriter()
  const store = openSampleStore({ url: engine.url, clock: () => new Date(), sampleWriter })
  const wanted = { organization: 1, things: [1], metrics: [1], days: [0] }
  const refused = Array.from({ length: 10 }, () =>
    expect(store.chunks?.read(wanted)).rejects.toMatchObject({ code: 'unavailable' }),
  )
  // The statement begins once there is nothing to flush.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(35_000)
  await Promise.all(refused)
  vi.useRealTimers()
  await engine.kill()
  await store.close()
})
