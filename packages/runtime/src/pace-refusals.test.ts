import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { paceRefusals } from './pace-refusals.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const refuse = (pace: ReturnType<typeof paceRefusals>, caller: string, times: number) =>
  Array.from({ length: times }, () => pace(caller)).filter((late) => late !== undefined)

it('a caller that goes on after fifty refusals in a second waits for each of the next', async () => {
  const pace = paceRefusals()
  expect(refuse(pace, 'a', 50)).toEqual([])
  const late = refuse(pace, 'a', 10)
  expect(late).toHaveLength(10)
  expect(refuse(pace, 'b', 50)).toEqual([])
  const answered = vi.fn()
  for (const one of late) void one?.then(answered)
  await vi.advanceTimersByTimeAsync(99)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(answered).toHaveBeenCalledTimes(10)
  await vi.advanceTimersByTimeAsync(1000)
  expect(refuse(pace, 'a', 50)).toEqual([])
})

it('more than ten thousand refusals do not wait at once', async () => {
  const pace = paceRefusals()
  expect(refuse(pace, 'a', 20_000)).toHaveLength(10_000)
  await vi.advanceTimersByTimeAsync(100)
  expect(refuse(pace, 'a', 60).length).toBeGreaterThan(0)
})
