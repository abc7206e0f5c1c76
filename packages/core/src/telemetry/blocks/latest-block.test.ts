import { describe, expect, it } from 'vitest'
import { decode, writeOf } from './block-fixture.ts'
import { encodeLatest, latestRows } from './latest-block.ts'

const SHIFT = 2n ** 62n

describe('the latest rows', () => {
  it.each([
    [
      'one metric, ascending',
      [
        [1, 10],
        [1, 20],
        [1, 30],
      ],
      [2],
    ],
    [
      'one metric, descending',
      [
        [1, 30],
        [1, 20],
        [1, 10],
      ],
      [0],
    ],
    [
      'metrics in turn, as frames have them',
      [
        [1, 10],
        [2, 10],
        [1, 5],
        [2, 20],
      ],
      [0, 3],
    ],
    [
      'the later of two rows of one time',
      [
        [1, 10],
        [2, 10],
        [1, 10],
      ],
      [2, 1],
    ],
    [
      'times around zero and beyond 32 bits',
      [
        [1, -1],
        [1, -5_000_000_000],
        [1, 4_294_967_295],
        [1, 4_294_967_296],
      ],
      [3],
    ],
    [
      'times before 1970',
      [
        [1, -2],
        [1, -1],
        [1, -4_294_967_297],
      ],
      [1],
    ],
    ['none', [], []],
  ])('of %s', (_, rows, expected) => {
    const { samples } = writeOf(7, 0n, (buffer) => {
      for (const [metric = 0, time = 0] of rows) buffer.push(metric, time, 1)
      buffer.ascending = false
    })
    expect(latestRows(samples)).toEqual(expected)
  })
})

it.each([
  ['columns', [1, 1, 2, 2, 3], [1, 3, 4]],
  ['frames', [1, 2, 3, 1, 2, 3, 2], [3, 6, 5]],
])('of %s whose times ascend they are the last', (_, metrics, expected) => {
  const { samples } = writeOf(7, 0n, (buffer) => {
    for (const [time, metric] of metrics.entries()) buffer.push(metric, time, 1)
  })
  expect(latestRows(samples)).toEqual(expected)
})

it('ranks by time, then by version, above every earlier time whatever its version', () => {
  const first = writeOf(7, 2n ** 63n, (samples) => {
    samples.push(1, -1, 1.5)
    samples.push(2, 1_790_000_000_123_456, 'på')
    samples.push(2, 1_790_000_000_123_455, 'x')
    samples.ascending = false
  })
  const second = writeOf(8, 5n, (samples) => samples.push(1, 0, true))
  expect(decode(encodeLatest([first, second]))).toEqual({
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
