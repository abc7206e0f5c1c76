import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

test('an organization is alone once nobody else has called for a second', async () => {
  const { isAlone, noteCaller } = await import('./neighbors.ts')
  expect(isAlone(10_000)).toBe(false)
  noteCaller('acme', 0)
  expect(isAlone(1)).toBe(true)
  noteCaller('globex', 10)
  noteCaller('globex', 900)
  expect(isAlone(1010)).toBe(false)
  expect(isAlone(1011)).toBe(true)
  noteCaller('acme', 2000)
  noteCaller('globex', 2500)
  noteCaller('acme', 2501)
  expect(isAlone(3501)).toBe(false)
  expect(isAlone(3502)).toBe(true)
})

test('long work of one that is alone begins at once, until its slice is spent', async () => {
  const { noteCaller } = await import('./neighbors.ts')
  const { turnForLongWork } = await import('./slices/turn-for-long-work.ts')
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5000)
  noteCaller('acme', 0)
  let turn = 0
  setImmediate(() => {
    turn = 1
  })
  await turnForLongWork()
  await turnForLongWork()
  expect(turn).toBe(0)
  clock.mockReturnValue(5002)
  await turnForLongWork()
  expect(turn).toBe(1)
  clock.mockRestore()
})
