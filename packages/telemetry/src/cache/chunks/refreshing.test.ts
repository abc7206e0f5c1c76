import { randomOf } from '@sluice/contract/testing'
import { expect, it } from 'vitest'
import { chunkBench, range } from '../../testing/chunk-bench.ts'
import { MAX_AGE_MS } from '../remembering.ts'

it('what is asked for shortly before it expires is loaded again in the background', async () => {
  const bench = chunkBench()
  const all = { things: range(20), metrics: [1, 2] }
  bench.write(1, 10)
  for (let turn = 0; turn < 2; turn += 1) await bench.ask(all)
  await bench.memory.idle()
  bench.change(1, 20)
  bench.clock.now += 0.7 * MAX_AGE_MS
  expect(await bench.ask(all)).toEqual([10])
  expect(bench.loads).toHaveLength(1)
  bench.clock.now += 0.2 * MAX_AGE_MS
  bench.whileLoading = async () => bench.write(2, 30)
  expect(await bench.ask({ things: [7, 8] })).toEqual([10, 30])
  await bench.memory.idle()
  // All metrics of these things, and none of the others.
  expect(bench.loads.slice(1)).toMatchObject([{ things: [7, 8], metrics: [1, 2], isFew: false }])
  bench.clock.now += 0.2 * MAX_AGE_MS
  expect(await bench.ask({ things: [7, 8], metrics: [1, 2] })).toEqual([20, 30])
  expect(bench.loads).toHaveLength(2)
})

it('answers equal the table whatever is written, erased and loaded again meanwhile', async () => {
  const random = randomOf(11)
  const any = (most: number) => Math.floor(random() * most)
  const bench = chunkBench({ maxBytes: 30_000 })
  let value = 0
  function change() {
    if (random() < 0.05) return bench.erase(any(6))
    value += 1
    return bench.write(any(48 * 4) / 4, value, { thing: any(6), metric: 1 + any(2) })
  }
  let compared = 0
  const inBackground = () => bench.loads.filter(({ isFew }) => !isFew).length
  while (compared < 1000 || inBackground() < 100) {
    bench.whileLoading = async () => {
      for (let i = any(4); i > 0; i -= 1) {
        await new Promise((resolve) => setImmediate(resolve))
        change()
      }
    }
    for (let i = any(3); i > 0; i -= 1) change()
    bench.clock.now += any(0.2 * MAX_AGE_MS)
    const first = any(6)
    const things = range(1 + any(6 - first)).map((i) => first + i)
    const metrics = [[1], [2], [1, 2]][any(3)] ?? []
    const asked = { things, metrics, days: range(1 + any(2)) }
    const answer = await bench.ask(asked)
    if (answer === undefined) continue
    compared += 1
    expect(answer).toEqual(bench.expected(asked))
  }
  await bench.memory.idle()
})

it('an erasure during such a load leaves nothing behind', async () => {
  const bench = chunkBench()
  bench.write(1, 10)
  await bench.ask()
  bench.clock.now += 0.9 * MAX_AGE_MS
  bench.whileLoading = async () => bench.erase(7)
  expect(await bench.ask()).toEqual([10])
  await bench.memory.idle()
  bench.whileLoading = async () => {}
  expect(await bench.ask()).toEqual([])
  expect(bench.loads).toHaveLength(3)
})
