import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { useLatest } from './use-latest.ts'

const selection = { things: ['door-1'], filters: {}, groupBy: 'thing' }
const metrics = {
  door: { timestamp: '2026-01-01T00:00:00Z', value: true },
  battery: { timestamp: '2026-02-01T00:00:00Z', value: 80 },
}

test.each([
  [['door'], Date.parse(metrics.door.timestamp) / 1000],
  [['door', 'battery'], Date.parse(metrics.battery.timestamp) / 1000],
  [['constructor'], null],
])('the latest sample of %j is that of these metrics alone', async (keys, time) => {
  const { now } = await runHook(
    () => useLatest(selection, ['door-1'], keys),
    () => ({ metrics }),
  )
  await expect.poll(now).not.toBeUndefined()
  expect(now()).toBe(time)
})
