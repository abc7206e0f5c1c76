import { atOnce } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { seriesRows } from './series-rows.ts'

it('rows of all writes are ordered by series, then by time', () => {
  const frames = writeOf(8, 1n, (samples) => {
    for (const time of [10, 20]) for (const metric of [2, 1]) samples.push(metric, time, 0)
  })
  const earlier = writeOf(8, 2n, (samples) => samples.push(1, 5, 0))
  const other = writeOf(7, 3n, (samples) => samples.push(3, 99, 0))
  const rows = [...atOnce(seriesRows([frames, earlier, other]))].map(
    ({ write, metric, from, to }) => [
      ...[write.thing, metric, write.samples.times[from * 2], to - from],
    ],
  )
  expect(rows).toEqual([
    [7, 3, 99, 1],
    [8, 1, 5, 1],
    [8, 1, 10, 2],
    [8, 2, 10, 2],
  ])
})

/** Few things, metrics and times, so that writes share series. */
const few = fc.integer({ min: 1, max: 3 })
const samples = fc.array(fc.tuple(few, few), { minLength: 1, maxLength: 6 })
/** Few series of a thing are sorted in place, many are not. */
const writes = fc.oneof(
  fc.array(fc.tuple(few, samples)),
  fc.array(fc.tuple(few, samples), { minLength: 60, maxLength: 90 }),
)

it('series are in the order of a stable sort by thing, metric and first time', () => {
  fc.assert(
    fc.property(writes, (all) => {
      const made = all.map(([thing, samples], i) =>
        writeOf(thing, BigInt(i), (into) => {
          for (const [metric, time] of samples) into.push(metric, time, i)
        }),
      )
      const found = [...atOnce(seriesRows(made))].map(({ write, metric, from, to }) => {
        const { times, metrics } = write.samples
        expect(new Set(metrics.subarray(from, to))).toEqual(new Set([metric]))
        return { order: [write.thing, metric, times[from * 2]], write, from, to }
      })
      const rows = found.reduce((sum, { from, to }) => sum + to - from, 0)
      expect(rows).toBe(all.reduce((sum, [, samples]) => sum + samples.length, 0))
      const inWriteOrder = found.toSorted(
        (a, b) => made.indexOf(a.write) - made.indexOf(b.write) || a.from - b.from,
      )
      const sorted = inWriteOrder.toSorted((a, b) => {
        const at = a.order.findIndex((each, i) => each !== b.order[i])
        return at < 0 ? 0 : (a.order[at] ?? 0) - (b.order[at] ?? 0)
      })
      expect(found).toEqual(sorted)
    }),
  )
})
