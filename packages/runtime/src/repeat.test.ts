import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a fault is reported once when it begins, and once when it is over', async () => {
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

test('a run that takes longer than the interval is not joined by another', async () => {
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

test('once stopped it waits for the run under way and runs no more', async () => {
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
