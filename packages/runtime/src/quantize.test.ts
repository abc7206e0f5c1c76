import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { quantize } from './quantize.ts'

const delay = vi.fn(async () => {})

let clock = 0
beforeEach(() => {
  clock = 500
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
})
afterEach(() => {
  vi.restoreAllMocks()
  delay.mockClear()
})

const workOf = (ms: number) => async () => {
  clock += ms
  return 'done'
}

test.each([
  [0, 100],
  [3, 97],
  [99, 1],
  [130, 70],
])('work of %d ms waits %d ms more', async (taken, wait) => {
  expect(await quantize(100, workOf(taken), delay)).toBe('done')
  expect(delay).toHaveBeenCalledExactlyOnceWith(wait)
})

test('a failure is delayed to the next step like a result', async () => {
  const fails = async () => {
    clock += 10
    throw new Error('broken')
  }
  await expect(quantize(100, fails, delay)).rejects.toThrow('broken')
  expect(delay).toHaveBeenCalledExactlyOnceWith(90)
})
