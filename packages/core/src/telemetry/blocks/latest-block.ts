import { bytesOf, encodeBlock, prefixed } from './native.ts'
import { versionOf, type Write } from './sample-block.ts'
import type { SampleBuffer } from './sample-buffer.ts'

/** The columns of a block of latest samples. */
export const latestColumns = 'organization, thing, metric, time, number, text, rank'

/**
 * A block of the latest sample of every series of every write, for the table `latest`. Made here and not by a
 * materialized view, which costs the store more than the samples themselves do.
 */
export function encodeLatest(writes: readonly Write[]): Buffer {
  const latest = writes.map(({ samples }) => latestRows(samples))
  const count = latest.reduce((sum, rows) => sum + rows.length, 0)
  const organization = new Uint32Array(count)
  const thing = new Uint32Array(count)
  const metric = new Uint32Array(count)
  const time = new Int32Array(count * 2)
  const number = new Float64Array(count)
  const rank = new BigUint64Array(count * 2)
  const rankHalves = new Int32Array(rank.buffer)
  const texts: Uint8Array[] = []
  let at = 0
  for (const [i, write] of writes.entries()) {
    const { samples } = write
    for (const row of latest[i] ?? []) {
      const low = samples.times[row * 2] ?? 0
      const high = samples.times[row * 2 + 1] ?? 0
      organization[at] = write.organization
      thing[at] = write.thing
      metric[at] = samples.metrics[row] ?? 0
      number[at] = samples.numbers[row] ?? Number.NaN
      time[at * 2] = low
      time[at * 2 + 1] = high
      rank[at * 2] = versionOf(write, row)
      rankHalves[at * 4 + 2] = low
      rankHalves[at * 4 + 3] = high + RANK_SHIFT
      texts.push(textOf(samples, row))
      at += 1
    }
  }
  return encodeBlock(count, [
    { name: 'organization', type: 'UInt32', parts: [bytesOf(organization, count)] },
    { name: 'thing', type: 'UInt32', parts: [bytesOf(thing, count)] },
    { name: 'metric', type: 'UInt32', parts: [bytesOf(metric, count)] },
    { name: 'time', type: "DateTime64(6, 'UTC')", parts: [bytesOf(time, count * 2)] },
    { name: 'number', type: 'Float64', parts: [bytesOf(number, count)] },
    { name: 'text', type: 'String', parts: texts },
    { name: 'rank', type: 'UInt128', parts: [bytesOf(rank, count * 2)] },
  ])
}

/** What a time is raised by in a rank, so that those before 1970 are positive: the upper half of 2^62. */
const RANK_SHIFT = 0x4000_0000

const EMPTY = new Uint8Array(1)

function textOf(samples: SampleBuffer, row: number): Uint8Array {
  const text = samples.textAt(row)
  return text === undefined ? EMPTY : prefixed(text)
}

/** Of each metric the row with the latest time; of one time the last row, which has the highest version. */
export function latestRows({ rows, metrics, times, ascending }: SampleBuffer): number[] {
  const seen: number[] = []
  const latest: number[] = []
  let at = 0
  for (let row = 0; row < rows; row += 1) {
    const metric = metrics[row] ?? 0
    // Columns go on with the same metric, frames with the one that came after it in the frame before.
    if (seen[at] !== metric) {
      at = seen[at + 1] === metric ? at + 1 : seen[0] === metric ? 0 : placeOf(metric, seen)
    }
    const best = latest[at]
    if (best === undefined || ascending || !isBefore(times, row, best)) latest[at] = row
  }
  return latest
}

/** Where a metric is among those seen; it is added where it is new. */
function placeOf(metric: number, seen: number[]): number {
  const place = seen.indexOf(metric)
  return place < 0 ? seen.push(metric) - 1 : place
}

function isBefore(times: Int32Array, row: number, other: number): boolean {
  const high = times[row * 2 + 1] ?? 0
  const otherHigh = times[other * 2 + 1] ?? 0
  if (high !== otherHigh) return high < otherHigh
  return (times[row * 2] ?? 0) >>> 0 < (times[other * 2] ?? 0) >>> 0
}
