import { atOnce } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { seriesRows } from './series-rows.ts'

it('rows of all writes are ordered by series, then by time', () => {
  const frames = writeOf(8, 1n, (samples) => {
    for (const time of [10, 20]) for (const metric of [2, 1]) samples.push(metric, time, 0)
  })
  const earlier = writeOf(8, 2n, (samples) => samples.push(1, 5, 0))
  const other = writeOf(7, 3n, (samples) => samples.push(3, 99, 0))
  const rows = atOnce(seriesRows([frames, earlier, other])).map(({ write, metric, from, to }) => [
    ...[write.thing, metric, write.samples.times[from * 2], to - from],
  ])
  expect(rows).toEqual([
    [7, 3, 99, 1],
    [8, 1, 5, 1],
    [8, 1, 10, 2],
    [8, 2, 10, 2],
  ])
})
