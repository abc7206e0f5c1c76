import { afterEach, expect, it, vi } from 'vitest'
import { inSlices } from './in-slices.ts'

afterEach(() => vi.restoreAllMocks())

it('all long work of a turn of the event loop shares one slice', async () => {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let turn = 0
  let ticking = setImmediate(function tick() {
    turn += 1
    ticking = setImmediate(tick)
  })
  const perTurn = new Map<number, number>()
  function* work() {
    for (let step = 0; step < 5; step += 1) {
      now += 1
      perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1)
      yield
    }
    return 'done'
  }
  const results = await Promise.all(Array.from({ length: 20 }, () => inSlices(work())))
  clearImmediate(ticking)
  expect(results).toEqual(Array.from({ length: 20 }, () => 'done'))
  // Two milliseconds each: the work that began in a turn, and the work that waited for it.
  expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(4)
  expect(perTurn.size).toBeGreaterThanOrEqual(25)
})
