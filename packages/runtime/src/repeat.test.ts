import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a repeated fault is reported once when it begins and once when it ends', async () => {
  const reported: unknown[] = []
  const fault = new Error('refused')
  const results = [true, false, false, true, true]
  let runs = 0
  const work = async () => {
    if (!results[runs++]) throw fault
  }
  const stop = repeat(1_000, work, (change) => reported.push(change))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs).toBe(5)
  expect(reported).toEqual([fault, undefined])
  await stop()
})

test('a run that takes longer than the interval never overlaps with the next', async () => {
  const slow = Promise.withResolvers<void>()
  let runs = 0
  const stop = repeat(1_000, () => {
    runs += 1
    return slow.promise
  })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(runs).toBe(1)
  slow.resolve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(runs).toBe(2)
  await stop()
})

test('stopping a repeated job waits for the current run and starts no other', async () => {
  const slow = Promise.withResolvers<void>()
  let runs = 0
  const stop = repeat(1_000, () => {
    runs += 1
    return slow.promise
  })
  await vi.advanceTimersByTimeAsync(1_000)
  let ended = false
  const stopping = stop().then(() => {
    ended = true
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ended).toBe(false)
  slow.resolve()
  await stopping
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs).toBe(1)
})
