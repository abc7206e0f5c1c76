import { bytesOf, encodeBlock, prefixed } from './native.ts'
import type { SampleBuffer } from './sample-buffer.ts'
import type { SeriesRows } from './series-rows.ts'
import { versionOf } from './write.ts'

/** The columns of a block of samples. */
export const sampleColumns = 'organization, thing, metric, time, number, text, version'

/** A block of samples in the order given, for the table `samples`. */
export function encodeSamples(series: readonly SeriesRows[]): Buffer {
  const rows = series.reduce((sum, { from, to }) => sum + to - from, 0)
  const organization = new Uint32Array(rows)
  const thing = new Uint32Array(rows)
  const metric = new Uint32Array(rows)
  const time = new Int32Array(rows * 2)
  const number = new Float64Array(rows)
  const version = new BigUint64Array(rows)
  let at = 0
  for (const each of series) {
    const { write, from, to } = each
    const { samples } = write
    const end = at + to - from
    organization.fill(write.organization, at, end)
    thing.fill(write.thing, at, end)
    metric.fill(each.metric, at, end)
    time.set(samples.times.subarray(from * 2, to * 2), at * 2)
    number.set(samples.numbers.subarray(from, to), at)
    fillVersions(version, each, at)
    at = end
  }
  return encodeBlock(rows, [
    { name: 'organization', type: 'UInt32', parts: [bytesOf(organization, rows)] },
    { name: 'thing', type: 'UInt32', parts: [bytesOf(thing, rows)] },
    { name: 'metric', type: 'UInt32', parts: [bytesOf(metric, rows)] },
    { name: 'time', type: "DateTime64(6, 'UTC')", parts: [bytesOf(time, rows * 2)] },
    { name: 'number', type: 'Float64', parts: [bytesOf(number, rows)] },
    { name: 'text', type: 'String', parts: texts(series) },
    { name: 'version', type: 'UInt64', parts: [bytesOf(version, rows)] },
  ])
}

/** Bytes that the samples take in a block, to the nearest few. */
export function encodedSize({ rows, textUnits }: SampleBuffer): number {
  return rows * 37 + textUnits
}

function fillVersions(column: BigUint64Array, { write, from, to }: SeriesRows, at: number): void {
  if (write.samples.ascending) column.fill(write.version, at, at + to - from)
  else for (let row = from; row < to; row += 1) column[at + row - from] = versionOf(write, row)
}

/** A row that holds no string is the one byte of an empty one. */
function texts(series: readonly SeriesRows[]): Uint8Array[] {
  const parts: Uint8Array[] = []
  let empty = 0
  for (const { write, from, to } of series) {
    const { samples } = write
    if (samples.texts.length === 0) {
      empty += to - from
      continue
    }
    for (let row = from; row < to; row += 1) {
      const text = samples.textAt(row)
      if (text === undefined) {
        empty += 1
        continue
      }
      parts.push(new Uint8Array(empty), prefixed(text))
      empty = 0
    }
  }
  parts.push(new Uint8Array(empty))
  return parts
}
