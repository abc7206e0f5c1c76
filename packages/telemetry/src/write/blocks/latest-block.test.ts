import { decode } from '@sluice/clickhouse/testing'
import { atOnce } from '@sluice/runtime'
import { describe, expect, it } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { encodeLatest, latestSamples } from './latest-block.ts'
import { seriesRows } from './series-rows.ts'
import type { Write } from './write.ts'

const SHIFT = 2n ** 62n

/** A write of one metric, in which each value is its own index. */
function timesOf(version: bigint, times: readonly number[], ascending = false): Write {
  return writeOf(7, version, (samples) => {
    for (const [at, time] of times.entries()) samples.push(1, time, at)
    samples.ascending = ascending
  })
}

const latestOf = (...writes: Write[]) =>
  [...atOnce(latestSamples(atOnce(seriesRows(writes))))].map(
    ({ write, row }) => write.samples.numbers[row],
  )

describe('the latest sample of a metric in one write', () => {
  it.each([
    ['ascending times', [10, 20, 30], 2],
    ['descending times', [30, 20, 10], 0],
    ['a repeated time', [10, 20, 20], 2],
    ['times around zero and beyond 32 bits', [-1, -5e9, 4_294_967_295, 4_294_967_296], 3],
    ['times before 1970', [-2, -1, -4_294_967_297], 1],
  ])('is the one with the latest time: %s', (_, times, expected) => {
    expect(latestOf(timesOf(0n, times))).toEqual([expected])
  })

  it('is the last one when times are known to ascend', () => {
    expect(latestOf(timesOf(0n, [10, 20, 30], true))).toEqual([2])
  })
})

describe('the latest sample over several writes of a thing', () => {
  const early = timesOf(1n, [10, 20])
  const late = timesOf(2n, [5, 15, 30])
  const again = timesOf(3n, [0, 1, 2, 30])

  it('has the latest time, in whatever order the writes come', () => {
    expect(latestOf(early, late)).toEqual([2])
    expect(latestOf(late, early)).toEqual([2])
  })

  it('is of the later write when times are equal', () => {
    expect(latestOf(late, again)).toEqual([3])
    expect(latestOf(again, late)).toEqual([3])
  })
})

it('latest values rank by time, then by version', () => {
  const first = writeOf(7, 2n ** 63n, (samples) => {
    samples.push(1, -1, 1.5)
    samples.push(2, 1_790_000_000_123_456, 'på')
    samples.push(2, 1_790_000_000_123_455, 'x')
    samples.ascending = false
  })
  const second = writeOf(8, 5n, (samples) => samples.push(1, 0, true))
  expect(
    decode(encodeLatest([...atOnce(latestSamples(atOnce(seriesRows([second, first]))))])),
  ).toEqual({
    organization: [5, 5, 5],
    thing: [7, 7, 8],
    metric: [1, 2, 1],
    time: [-1n, 1_790_000_000_123_456n, 0n],
    number: [1.5, Number.NaN, 1],
    text: ['', 'på', ''],
    rank: [
      ((SHIFT - 1n) << 64n) + 2n ** 63n,
      ((SHIFT + 1_790_000_000_123_456n) << 64n) + 2n ** 63n + 1n,
      (SHIFT << 64n) + 5n,
    ],
  })
})
