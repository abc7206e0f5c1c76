import type { NativeBlock } from '@sluice/clickhouse'
import { atOnce } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { DAY } from '../../rollups/rules.ts'
import { chunkLoader } from './load-chunks.ts'
import { ChangedMeanwhile } from './loading.ts'

const wanted = { organization: 1, things: [7], metrics: [1, 2, 3], days: [0, 1] }
const bound = { isFew: true, bytes: 1e9 }

/** A loader of a store that answers these series of a thing, and then these strings. */
function loaderOf(
  series: readonly (readonly [metric: number, times: number[], numbers: number[]])[],
  strings: readonly (readonly [metric: number, time: number, text: string])[] = [],
) {
  const block: NativeBlock = {
    rows: series.length,
    columns: [
      Float64Array.from(series, () => 7),
      Float64Array.from(series, ([metric]) => metric),
      { lists: series.map(([, times]) => Float64Array.from(times)) },
      { lists: series.map(([, , numbers]) => Float64Array.from(numbers)) },
    ],
  }
  const texts: NativeBlock = {
    rows: strings.length,
    columns: [
      Float64Array.from(strings, () => 7),
      Float64Array.from(strings, ([metric]) => metric),
      Float64Array.from(strings, ([, time]) => time),
      strings.map(([, , text]) => text),
    ],
  }
  const answers = [block, texts]
  return chunkLoader({ queryBlocks: async () => [answers.shift() ?? expect.fail('asked again')] })
}

it('a series is divided into days, and series with the same times share them', async () => {
  const chunks = await loaderOf([
    [1, [0, DAY - 1, DAY, DAY + 5], [1, 2, 3, 4]],
    [2, [0, DAY - 1, DAY + 5], [5, 6, 7]],
    [3, [DAY, DAY + 5], [8, 9]],
  ])(wanted, bound)
  const run = (metric: number, day: number) => {
    const chunk = chunks.get(7, metric, day) ?? expect.fail('not loaded')
    const { times, numbers, end } = atOnce(chunk.run())
    return { times, samples: Array.from(times.subarray(0, end), (time, i) => [time, numbers[i]]) }
  }
  expect(run(1, 0).samples).toEqual([
    [0, 1],
    [DAY - 1, 2],
  ])
  expect(run(1, 1).samples).toEqual([
    [DAY, 3],
    [DAY + 5, 4],
  ])
  expect(run(2, 1).samples).toEqual([[DAY + 5, 7]])
  expect(run(2, 0).times).toBe(run(1, 0).times)
  expect(run(3, 1).times).toBe(run(1, 1).times)
  expect(run(2, 1).times).not.toBe(run(1, 1).times)
  expect(chunks.get(7, 3, 0)).toBeUndefined()
})

it.each([
  ['descend', [5, 4]],
  ['repeat', [4, 4]],
  ['return to an earlier day', [0, DAY, 1]],
])('times that %s are refused, since a chunk would answer wrongly', async (_, times) => {
  const load = loaderOf([[1, times, times.map(() => 1)]])
  await expect(load(wanted, bound)).rejects.toThrow('not in order')
})

const states = [[1, [10, 20, 30], [Number.NaN, 2, Number.NaN]]] as [number, number[], number[]][]

it('strings are set where there is no number', async () => {
  const strings = [
    [1, 10, 'on'],
    [1, 20, 'written instead of the number meanwhile'],
    [1, 25, 'written meanwhile'],
    [1, 30, ''],
  ] as const
  const chunks = await loaderOf(states, strings)(wanted, bound)
  const chunk = chunks.get(7, 1, 0) ?? expect.fail('not loaded')
  const { numbers, texts, end } = atOnce(chunk.run())
  expect([...numbers.subarray(0, end)]).toEqual([Number.NaN, 2, Number.NaN])
  expect(texts).toEqual(['on'])
})

it('a sample whose string was removed between the two statements is not cached as an empty one', async () => {
  const load = loaderOf(states, [[1, 30, 'on']])
  await expect(load(wanted, bound)).rejects.toBeInstanceOf(ChangedMeanwhile)
})
