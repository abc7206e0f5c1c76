import { bytesOf, encodeBlock, mostBytesOf, writePrefixed } from '@sluice/clickhouse'
import { placeIn } from '../../cache/place-in.ts'
import type { SampleBuffer } from './sample-buffer.ts'
import type { SeriesRows } from './series-rows.ts'
import { SLICE_ROWS } from './slices.ts'
import { versionOf } from './write.ts'

export const sampleColumns = 'organization, thing, metric, time, number, text, version'

/** A block of samples for the table `samples`, in the given order. */
export function encodeSamples(series: readonly SeriesRows[]): Buffer {
  const rows = series.reduce((sum, { from, to }) => sum + to - from, 0)
  const columns = rows <= SLICE_ROWS ? scratch : columnsOf(rows)
  let at = 0
  for (const each of series) {
    if (each.to - each.from < FEW) putRows(columns, each, at)
    else copyRows(columns, each, at)
    at += each.to - each.from
  }
  const { organization, thing, metric, time, number, version } = columns
  return encodeBlock(rows, [
    { name: 'organization', type: 'UInt32', parts: [bytesOf(organization, rows)] },
    { name: 'thing', type: 'UInt32', parts: [bytesOf(thing, rows)] },
    { name: 'metric', type: 'UInt32', parts: [bytesOf(metric, rows)] },
    { name: 'time', type: "DateTime64(6, 'UTC')", parts: [bytesOf(time, rows * 2)] },
    { name: 'number', type: 'Float64', parts: [bytesOf(number, rows)] },
    { name: 'text', type: 'String', parts: [textsOf(series, rows)] },
    { name: 'version', type: 'UInt64', parts: [bytesOf(version, rows)] },
  ])
}

type Columns = ReturnType<typeof columnsOf>

/** Reused for all blocks: allocating columns would cost as much as filling them, and a collection soon after. */
const scratch = columnsOf(SLICE_ROWS)

function columnsOf(rows: number) {
  return {
    organization: new Uint32Array(rows),
    thing: new Uint32Array(rows),
    metric: new Uint32Array(rows),
    time: new Int32Array(rows * 2),
    number: new Float64Array(rows),
    version: new BigUint64Array(rows),
  }
}

/** Fewer rows are copied one by one: copying a range costs as much as a dozen of them. */
const FEW = 12

function putRows(columns: Columns, { write, metric, from, to }: SeriesRows, at: number): void {
  const { times, numbers } = write.samples
  for (let row = from, into = at; row < to; row += 1, into += 1) {
    columns.organization[into] = write.organization
    columns.thing[into] = write.thing
    columns.metric[into] = metric
    columns.time[into * 2] = times[row * 2] ?? 0
    columns.time[into * 2 + 1] = times[row * 2 + 1] ?? 0
    columns.number[into] = numbers[row] ?? Number.NaN
    columns.version[into] = versionOf(write, row)
  }
}

function copyRows(columns: Columns, { write, metric, from, to }: SeriesRows, at: number): void {
  const { times, numbers, ascending } = write.samples
  const end = at + to - from
  columns.organization.fill(write.organization, at, end)
  columns.thing.fill(write.thing, at, end)
  columns.metric.fill(metric, at, end)
  columns.time.set(times.subarray(from * 2, to * 2), at * 2)
  columns.number.set(numbers.subarray(from, to), at)
  if (ascending) columns.version.fill(write.version, at, end)
  else putAscending(columns.version.subarray(at, end), versionOf(write, from))
}

/** Fills a column with a number and those after it. In halves, since a bigint of each row would be an object. */
function putAscending(column: BigUint64Array, first: bigint): void {
  const halves = new Uint32Array(column.buffer, column.byteOffset, column.length * 2)
  let [low, high] = [Number(first & 0xffff_ffffn), Number(first >> 32n)]
  for (let at = 0; at < halves.length; at += 2) {
    halves[at] = low
    halves[at + 1] = high
    low += 1
    if (low <= 0xffff_ffff) continue
    low = 0
    high += 1
  }
}

/** Approximate bytes of the samples in a block. */
export function encodedSize({ rows, textUnits }: Pick<SampleBuffer, 'rows' | 'textUnits'>): number {
  return rows * 37 + textUnits
}

/** All texts in one buffer: each in its own would cost ten times as much. A row without one is a zero byte, an empty text. */
function textsOf(series: readonly SeriesRows[], rows: number): Uint8Array {
  let size = rows
  for (const { write, from, to } of series)
    if (write.samples.texts.length > 0) size += bytesOfTexts(write.samples, from, to)
  if (size === rows) return new Uint8Array(rows)
  const into = roomFor(size)
  let at = 0
  for (const { write, from, to } of series) {
    const { textRows, texts } = write.samples
    let next = from
    if (texts.length > 0) {
      for (let text = placeIn(textRows, from); ; text += 1) {
        const row = textRows[text]
        if (row === undefined || row >= to) break
        if (row > next) at = writeEmpty(into, at, row - next)
        at = writePrefixed(into, at, texts[text] ?? '')
        next = row + 1
      }
    }
    at = writeEmpty(into, at, to - next)
  }
  return into.subarray(0, at)
}

function writeEmpty(into: Buffer, at: number, texts: number): number {
  into.fill(0, at, at + texts)
  return at + texts
}

const MOST_KEPT = 4 * 1024 * 1024
/** Reused, too, unless there are very long texts. */
let textScratch = Buffer.alloc(0)

function roomFor(size: number): Buffer {
  if (size > MOST_KEPT) return Buffer.allocUnsafeSlow(size)
  if (size > textScratch.length) textScratch = Buffer.allocUnsafeSlow(size)
  return textScratch
}

/** The most bytes that texts take. */
function bytesOfTexts({ textRows, texts }: SampleBuffer, from: number, to: number): number {
  let size = 0
  const end = placeIn(textRows, to)
  for (let text = placeIn(textRows, from); text < end; text += 1)
    size += mostBytesOf(texts[text] ?? '')
  return size
}
