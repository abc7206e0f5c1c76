import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { inSlices, mapInSlices } from './in-slices.ts'

afterEach(() => vi.restoreAllMocks())

/** A clock that only the test advances, and the turns of the event loop so far. */
function watchLoop() {
  const loop = { now: performance.now(), turn: 0, stop: () => clearImmediate(ticking) }
  vi.spyOn(performance, 'now').mockImplementation(() => loop.now)
  let ticking = setImmediate(function tick() {
    loop.turn += 1
    ticking = setImmediate(tick)
  })
  return loop
}

it('all long work of a turn of the event loop shares one slice', async () => {
  const loop = watchLoop()
  const perTurn = new Map<number, number>()
  function* work() {
    for (let step = 0; step < 5; step += 1) {
      loop.now += 1
      perTurn.set(loop.turn, (perTurn.get(loop.turn) ?? 0) + 1)
      yield
    }
    return 'done'
  }
  const results = await Promise.all(Array.from({ length: 20 }, () => inSlices(work())))
  loop.stop()
  expect(results).toEqual(Array.from({ length: 20 }, () => 'done'))
  // Two milliseconds each: the work that began in a turn, and the work that waited for it.
  expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(4)
  expect(perTurn.size).toBeGreaterThanOrEqual(25)
})

it.each([1, 7, 64])(
  'items are mapped in their order, %d between two looks at the clock',
  async (perYield) => {
    // With a clock that stands still, no slice ends.
    const looks = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const items = Array.from({ length: 200 }, (_, i) => i)
    const made = await mapInSlices(items, (item, i) => item * 10 + (i % 10), perYield)
    expect(made).toEqual(items.map((item) => item * 10 + (item % 10)))
    expect(looks.mock.calls.length).toBeLessThanOrEqual(Math.ceil(200 / perYield) + 2)
  },
)

it('a few items are mapped at once if they are cheap, and in slices if they are dear', async () => {
  // The slice of this turn may have begun by another clock.
  await nextTurn()
  const loop = watchLoop()
  const turnsOf = (ms: number) =>
    mapInSlices([1, 2, 3, 4], () => {
      loop.now += ms
      return loop.turn
    })
  const begun = loop.turn
  expect(await turnsOf(0.1)).toEqual([begun, begun, begun, begun])
  expect(new Set(await turnsOf(10)).size).toBeGreaterThanOrEqual(3)
  loop.stop()
})
