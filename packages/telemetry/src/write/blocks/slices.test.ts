import { atOnce } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { seriesRows } from './series-rows.ts'
import { slicesOf } from './slices.ts'

const write = (thing: number, rows: number) =>
  writeOf(thing, 1n, (samples) => {
    for (let i = 0; i < rows; i += 1) samples.push(1, i, i)
  })

/** The parts of each slice: thing, first row, and end row (exclusive). */
function sliced(counts: readonly number[], rows: number, most?: number) {
  const series = atOnce(seriesRows(counts.map((count, thing) => write(thing, count))))
  return [...slicesOf(series, rows, most)].map((slice) =>
    slice.map(({ write: { thing }, from, to }) => [thing, from, to]),
  )
}

it('series are cut where a slice is full, and keep their order', () => {
  expect(sliced([2, 5, 1], 3)).toEqual([
    [
      [0, 0, 2],
      [1, 0, 1],
    ],
    [[1, 1, 4]],
    [
      [1, 4, 5],
      [2, 0, 1],
    ],
  ])
})

it('no slice is empty', () => {
  expect(sliced([], 3)).toEqual([])
  expect(sliced([3, 3], 3)).toEqual([[[0, 0, 3]], [[1, 0, 3]]])
})

it('a slice with few rows is also full once it has enough series', () => {
  expect(sliced([1, 1, 1], 100, 2)).toEqual([
    [
      [0, 0, 1],
      [1, 0, 1],
    ],
    [[2, 0, 1]],
  ])
})

it('texts are more work than numbers, so a slice has fewer of them', () => {
  const mixed = writeOf(1, 1n, (samples) => {
    for (let i = 0; i < 100_000; i += 1) samples.push(1, i, 'idle')
    for (let i = 0; i < 100_000; i += 1) samples.push(2, i, i)
    for (let i = 0; i < 3; i += 1) samples.push(3, i, 'x'.repeat(2_000_000))
  })
  const slices = [...slicesOf(atOnce(seriesRows([mixed])))].map((slice) =>
    slice.map(({ metric, from, to }) => [metric, to - from]),
  )
  const counts = slices.map((slice) => slice.find(([metric]) => metric === 1)?.[1] ?? 0)
  expect(Math.max(...counts)).toBe(12_484)
  expect(counts.reduce((sum, count) => sum + count)).toBe(100_000)
  expect(slices.slice(-2)).toEqual([[[3, 1]], [[3, 1]]])
})
