import { deserialize, serialize } from 'node:v8'
import { SampleBuffer } from '../blocks/sample-buffer.ts'
import type { Write } from '../blocks/write.ts'

/** Writes column by column: `rows` says how many of the samples' columns are of which write. */
interface Columns {
  readonly organizations: Uint32Array
  readonly things: Uint32Array
  readonly versions: BigUint64Array
  readonly rows: Uint32Array
  readonly ascending: Uint8Array
  readonly metrics: Uint32Array
  readonly numbers: Float64Array
  readonly times: Int32Array
  /** Rows that hold a string, counted over all writes. */
  readonly textRows: readonly number[]
  readonly texts: readonly string[]
}

/** Writes as bytes of V8's own format, which later versions of Node read, too. */
export function encodeWrites(writes: readonly Write[]): Buffer {
  const count = writes.length
  const rows = Uint32Array.from(writes, ({ samples }) => samples.rows)
  const all = rows.reduce((sum, each) => sum + each, 0)
  const metrics = new Uint32Array(all)
  const numbers = new Float64Array(all)
  const times = new Int32Array(all * 2)
  const versions = new BigUint64Array(count)
  const textRows: number[] = []
  const texts: string[] = []
  let at = 0
  for (const [i, { samples, version }] of writes.entries()) {
    const { rows: length } = samples
    metrics.set(samples.metrics.subarray(0, length), at)
    numbers.set(samples.numbers.subarray(0, length), at)
    times.set(samples.times.subarray(0, length * 2), at * 2)
    versions[i] = version
    for (const row of samples.textRows) textRows.push(at + row)
    for (const text of samples.texts) texts.push(text)
    at += length
  }
  const columns: Columns = {
    organizations: Uint32Array.from(writes, ({ organization }) => organization),
    things: Uint32Array.from(writes, ({ thing }) => thing),
    ascending: Uint8Array.from(writes, ({ samples }) => Number(samples.ascending)),
    ...{ versions, rows, metrics, numbers, times, textRows, texts },
  }
  return serialize(columns)
}

/** The writes that {@link encodeWrites} was given. */
export function decodeWrites(bytes: Uint8Array): Write[] {
  const columns: Columns = deserialize(bytes)
  const writes: Write[] = []
  let at = 0
  let text = 0
  for (const [i, rows] of columns.rows.entries()) {
    const samples = new SampleBuffer(rows)
    samples.metrics.set(columns.metrics.subarray(at, at + rows))
    samples.numbers.set(columns.numbers.subarray(at, at + rows))
    samples.times.set(columns.times.subarray(at * 2, (at + rows) * 2))
    samples.rows = rows
    samples.ascending = columns.ascending[i] === 1
    for (; text < columns.textRows.length; text += 1) {
      const row = (columns.textRows[text] ?? 0) - at
      const value = columns.texts[text] ?? ''
      if (row >= rows) break
      samples.textRows.push(row)
      samples.texts.push(value)
      samples.textUnits += value.length
    }
    writes.push({
      ...{ organization: columns.organizations[i] ?? 0, thing: columns.things[i] ?? 0 },
      ...{ samples, version: columns.versions[i] ?? 0n },
    })
    at += rows
  }
  return writes
}
