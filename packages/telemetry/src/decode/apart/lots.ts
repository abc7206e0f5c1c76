import { SampleBuffer } from '../../write/blocks/sample-buffer.ts'
import type { FoundThing, Part, PartReport } from '../things/parts.ts'
import type { Lot, SentColumns, SentPart, SentTexts } from './messages.ts'

/** Limits of a message: things or buffers, texts, and rows of joined buffers. Each takes about a millisecond. */
const [BUFFERS, TEXTS, ROWS] = [256, 4096, 65_536]
/** UTF-16 units of the texts in a message, unless one text is longer. */
const UNITS = 1024 * 1024

/** What became of each thing's samples. */
export function* lotsOfParts(parts: readonly Part[]): Generator<Lot, void> {
  for (let from = 0; from < parts.length; from += BUFFERS) {
    yield { parts: parts.slice(from, from + BUFFERS).map(partToSend) }
  }
}

function partToSend({ accepted, rejected, problem, samples }: Part): SentPart {
  return { accepted, rejected, problem, buffers: samples.length }
}

/** Sends the samples of buffers. Their columns are transferred, so the buffers are unusable afterwards. */
export function* lotsOfSamples(buffers: readonly SampleBuffer[]): Generator<Lot, void> {
  let lot: SampleBuffer[] = []
  let rows = 0
  for (const buffer of buffers) {
    if (lot.length === BUFFERS || (lot.length > 0 && rows + buffer.rows > ROWS)) {
      yield { columns: columnsOf(lot) }
      lot = []
      rows = 0
    }
    lot.push(buffer)
    rows += buffer.rows
  }
  if (lot.length > 0) yield { columns: columnsOf(lot) }
  yield* lotsOfTexts(buffers)
}

function columnsOf(lot: readonly SampleBuffer[]): SentColumns {
  const about = {
    rows: lot.map(({ rows }) => rows),
    ascending: lot.map(({ ascending }) => ascending),
  }
  const [first] = lot
  if (first && lot.length === 1) {
    const { metrics, numbers, times } = first
    return { ...about, metrics, numbers, times }
  }
  const size = about.rows.reduce((sum, more) => sum + more, 0)
  const joined = new SampleBuffer(size)
  let at = 0
  for (const { metrics, numbers, times, rows } of lot) {
    joined.metrics.set(metrics.subarray(0, rows), at)
    joined.numbers.set(numbers.subarray(0, rows), at)
    joined.times.set(times.subarray(0, rows * 2), at * 2)
    at += rows
  }
  const { metrics, numbers, times } = joined
  return { ...about, metrics, numbers, times }
}

function* lotsOfTexts(buffers: readonly SampleBuffer[]): Generator<Lot, void> {
  let lot: SentTexts[] = []
  let [count, units] = [0, 0]
  for (const [buffer, { textRows, texts }] of buffers.entries()) {
    for (let from = 0; from < texts.length; ) {
      let to = from
      for (; to < texts.length && count < TEXTS && units < UNITS; to += 1) {
        units += texts[to]?.length ?? 0
        count += 1
      }
      lot.push({ buffer, rows: textRows.slice(from, to), texts: texts.slice(from, to) })
      from = to
      if (count < TEXTS && units < UNITS) continue
      yield { texts: lot }
      lot = []
      count = 0
      units = 0
    }
  }
  if (lot.length > 0) yield { texts: lot }
}

/** Reassembles the messages. */
export class Received {
  readonly #parts: SentPart[] = []
  readonly buffers: SampleBuffer[] = []

  take(lot: Lot): void {
    if ('parts' in lot) this.#parts.push(...lot.parts)
    else if ('columns' in lot) this.buffers.push(...buffersOf(lot.columns))
    else for (const sent of lot.texts) this.buffers[sent.buffer]?.addTexts(sent.rows, sent.texts)
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
