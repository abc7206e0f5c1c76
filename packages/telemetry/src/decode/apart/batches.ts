import { SampleBuffer } from '../../write/blocks/sample-buffer.ts'
import type { FoundThing, Part, PartReport } from '../things/parts.ts'
import type { Batch, SentColumns, SentPart, SentTexts, TextsOfBuffer } from './messages.ts'

/** Limits of a message: things or buffers, texts, and rows of joined buffers. Each takes about a millisecond. */
const [BUFFERS, TEXTS, ROWS] = [256, 4096, 65_536]
/** UTF-16 units of the distinct texts in a message, unless one text is longer. */
const UNITS_PER_MESSAGE = 1024 * 1024

/** What became of each thing's samples. */
export function* batchesOfParts(parts: readonly Part[]): Generator<Batch, void> {
  for (let from = 0; from < parts.length; from += BUFFERS) {
    yield { parts: parts.slice(from, from + BUFFERS).map(partToSend) }
  }
}

function partToSend({ accepted, rejected, problem, samples }: Part): SentPart {
  return { accepted, rejected, problem, buffers: samples.length }
}

/** Sends the samples of buffers. Their columns are transferred, so the buffers are unusable afterwards. */
export function* batchesOfSamples(buffers: readonly SampleBuffer[]): Generator<Batch, void> {
  let batch: SampleBuffer[] = []
  let rows = 0
  for (const buffer of buffers) {
    if (batch.length === BUFFERS || (batch.length > 0 && rows + buffer.rows > ROWS)) {
      yield { columns: columnsOf(batch) }
      batch = []
      rows = 0
    }
    batch.push(buffer)
    rows += buffer.rows
  }
  if (batch.length > 0) yield { columns: columnsOf(batch) }
  yield* batchesOfTexts(buffers)
}

function columnsOf(batch: readonly SampleBuffer[]): SentColumns {
  const about = {
    rows: batch.map(({ rows }) => rows),
    ascending: batch.map(({ ascending }) => ascending),
  }
  const [first] = batch
  if (first && batch.length === 1) {
    const { metrics, numbers, times } = first
    return { ...about, metrics, numbers, times }
  }
  const size = about.rows.reduce((sum, more) => sum + more, 0)
  const joined = new SampleBuffer(size)
  let at = 0
  for (const { metrics, numbers, times, rows } of batch) {
    joined.metrics.set(metrics.subarray(0, rows), at)
    joined.numbers.set(numbers.subarray(0, rows), at)
    joined.times.set(times.subarray(0, rows * 2), at * 2)
    at += rows
  }
  const { metrics, numbers, times } = joined
  return { ...about, metrics, numbers, times }
}

function* batchesOfTexts(buffers: readonly SampleBuffer[]): Generator<Batch, void> {
  let batch: TextsOfBuffer[] = []
  let known = new Map<string, number>()
  let [count, units] = [0, 0]
  const indexOf = (text: string) => {
    const at = known.get(text)
    if (at !== undefined) return at
    units += text.length
    known.set(text, known.size)
    return known.size - 1
  }
  for (const [buffer, { textRows, texts }] of buffers.entries()) {
    for (let from = 0; from < texts.length; ) {
      const of: number[] = []
      for (; from + of.length < texts.length && count < TEXTS && units < UNITS_PER_MESSAGE; ) {
        of.push(indexOf(texts[from + of.length] ?? ''))
        count += 1
      }
      batch.push({ buffer, rows: textRows.slice(from, from + of.length), of })
      from += of.length
      if (count < TEXTS && units < UNITS_PER_MESSAGE) continue
      yield { distinct: [...known.keys()], texts: batch }
      batch = []
      known = new Map()
      count = 0
      units = 0
    }
  }
  if (batch.length > 0) yield { distinct: [...known.keys()], texts: batch }
}

/** Reassembles the messages. */
export class Received {
  readonly #parts: SentPart[] = []
  readonly buffers: SampleBuffer[] = []

  take(batch: Batch): void {
    if ('parts' in batch) this.#parts.push(...batch.parts)
    else if ('columns' in batch) this.buffers.push(...buffersOf(batch.columns))
    else this.#takeTexts(batch)
  }

  #takeTexts({ distinct, texts }: SentTexts): void {
    for (const { buffer, rows, of } of texts) {
      const own = of.map((at) => distinct[at] ?? '')
      this.buffers[buffer]?.addTexts(rows, own)
    }
  }

  /** The reports of the things that were found. */
  partsOf(found: ReadonlyMap<string, FoundThing>): PartReport[] {
    const ids = [...found.keys()]
    let from = 0
    return this.#parts.map(({ buffers, ...part }, i) => {
      const thingId = ids[i] ?? ''
      const samples = this.buffers.slice(from, from + buffers)
      from += buffers
      return { ...part, thingId, found: found.get(thingId) as FoundThing, samples }
    })
  }
}

function buffersOf({ rows, ascending, ...all }: SentColumns): SampleBuffer[] {
  let from = 0
  return rows.map((count, i) => {
    const to = from + count
    const columns =
      rows.length === 1
        ? all
        : {
            metrics: all.metrics.slice(from, to),
            numbers: all.numbers.slice(from, to),
            times: all.times.slice(from * 2, to * 2),
          }
    from = to
    return SampleBuffer.of(columns, count, ascending[i] ?? false)
  })
}
