import type { NativeBlock } from '@sluice/clickhouse'
import { batchesOf, inSlices } from '@sluice/runtime'
import type { Range } from '../../query/plan/range.ts'
import { filteredSamples, onlyIn, spanParams } from '../../query/series-filter.ts'
import { dayOf, startOfDay } from '../../rollups/rules.ts'
import type { Bound, SampleStore } from '../../store.ts'
import type { LoadChunks } from './chunk-memory.ts'
import { Chunks } from './loading.ts'
import { type SeriesDays, seriesDays } from './series-days.ts'

/** The most series times days in a statement: half a million samples at one every ten seconds. */
const BATCH = 64
/**
 * Bounds while a query waits. 250,000 samples fit; two days have 172,800 at one a second. The store computes more
 * sooner.
 */
const FEW: Bound = { rowsRead: 1_000_000, bytesAnswered: 6_000_000 }
const MANY: Bound = { rowsRead: 8_000_000, bytesAnswered: 32_000_000 }
/** Of a numeric sample. */
const SAMPLE_BYTES = 16

const numbers = (spans: number) => `
  SELECT thing, metric, toUnixTimestamp64Micro(time), number
  ${filteredSamples} ${onlyIn(spans)} ORDER BY thing, metric, time`

const strings = (spans: number) => `
  SELECT thing, metric, toUnixTimestamp64Micro(time), text
  ${filteredSamples} ${onlyIn(spans)} AND NOT isFinite(number)`

/** Loads samples a few series at a time, to keep statements short. */
export function chunkLoader(store: Pick<SampleStore, 'queryBlocks'>): LoadChunks {
  return async (missing, { isFew, bytes }) => {
    const chunks = new Chunks()
    const options = { bound: isFew ? FEW : MANY, as: 'few' } as const
    const all = seriesDays(missing)
    let [done, held] = [0, 0]
    for (const batch of inStatements(missing)) {
      const spans = spansOf(batch.days)
      const { organization, things, metrics } = batch
      const params = {
        ...{ organization, things, metrics, ...spanParams(spans) },
        ...{ from: spans[0]?.from, to: spans.at(-1)?.to },
      }
      const read = await store.queryBlocks(numbers(spans.length), params, options)
      const { samples, hasStrings } = await inSlices(appendAll(chunks, read))
      held += samples
      done += seriesDays(batch)
      // Extrapolates: the rest will be about as dense.
      if ((held / done) * all * SAMPLE_BYTES > bytes) throw new Error('Too many samples.')
      // A string written between the two statements is applied after the load anyway.
      if (!hasStrings) continue
      const texts = await store.queryBlocks(strings(spans.length), params, options)
      held += await inSlices(setTexts(chunks, texts))
    }
    return chunks
  }
}

function* inStatements({ organization, things, metrics, days }: SeriesDays): Generator<SeriesDays> {
  const ofDays = Math.max(1, Math.floor(BATCH / metrics.length))
  const ofThings = Math.max(1, Math.floor(BATCH / (metrics.length * Math.min(ofDays, days.length))))
  for (const someThings of batchesOf(things, ofThings)) {
    for (const someDays of batchesOf(days, ofDays)) {
      yield { organization, things: someThings, metrics, days: someDays }
    }
  }
}

/** Joins consecutive days. */
function spansOf(days: readonly number[]): Range[] {
  const spans: Range[] = []
  for (const day of days) {
    const [from, to] = [startOfDay(day), startOfDay(day + 1)]
    const last = spans.at(-1)
    if (last?.to === from) spans[spans.length - 1] = { from: last.from, to }
    else spans.push({ from, to })
  }
  return spans
}

function* appendAll(chunks: Chunks, blocks: readonly NativeBlock[]) {
  let samples = 0
  let hasStrings = false
  for (const { rows, columns } of blocks) {
    yield
    const [things, metrics, times, values] = columns as Float64Array[]
    if (!(things && metrics && times && values)) continue
    for (let from = 0; from < rows; ) {
      const [thing = 0, metric = 0] = [things[from], metrics[from]]
      const day = dayOf(times[from] ?? 0)
      const end = startOfDay(day + 1)
      let to = from
      for (; to < rows; to += 1) {
        if (things[to] !== thing || metrics[to] !== metric || (times[to] ?? 0) >= end) break
        hasStrings ||= !Number.isFinite(values[to])
      }
      chunks
        .getOrMake(thing, metric, day)
        .append(times.subarray(from, to), values.subarray(from, to))
      from = to
    }
    samples += rows
  }
  return { samples, hasStrings }
}

/** Sets the strings of loaded samples; returns their size, expressed as a number of numeric samples. */
function* setTexts(chunks: Chunks, blocks: readonly NativeBlock[]) {
  let units = 0
  for (const { rows, columns } of blocks) {
    yield
    const [things, metrics, times, texts] = columns as [
      ...[things: Float64Array, metrics: Float64Array, times: Float64Array],
      texts: readonly string[],
    ]
    for (let row = 0; row < rows; row += 1) {
      const [thing = 0, metric = 0, time = 0] = [things[row], metrics[row], times[row]]
      const text = texts[row] ?? ''
      chunks.get(thing, metric, dayOf(time))?.setText(time, text)
      units += text.length
    }
  }
  return (2 * units) / SAMPLE_BYTES
}
