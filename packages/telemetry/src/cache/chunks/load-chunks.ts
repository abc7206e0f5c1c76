import type { NativeBlock, NativeLists } from '@sluice/clickhouse'
import { batchesOf, inSlices } from '@sluice/runtime'
import type { Range } from '../../query/plan/range.ts'
import { filteredSamples, onlyIn, spanParams } from '../../query/series-filter.ts'
import { isNumber } from '../../query/stored-value.ts'
import { dayOf, startOfDay } from '../../rollups/rules.ts'
import type { Bound, SampleStore } from '../../store.ts'
import { placeIn } from '../place-in.ts'
import type { LoadChunks } from './chunk-memory.ts'
import { ChangedMeanwhile, Chunks } from './loading.ts'
import { type SeriesDays, seriesDays } from './series-days.ts'

/** The most series times days in a statement: half a million samples at one every ten seconds. */
const BATCH = 64
/**
 * Bounds while a query waits. 500,000 samples fit; five days have 432,000 at one a second. The store computes more
 * sooner.
 */
const FEW: Bound = { rowsRead: 2_000_000, bytesAnswered: 8_000_000 }
const MANY: Bound = { rowsRead: 8_000_000, bytesAnswered: 32_000_000 }
/** Of a numeric sample. */
const SAMPLE_BYTES = 16
const SAMPLES_PER_YIELD = 65_536
const NONE = new Float64Array(0)

/** A row for each series. Lists are cheaper to send and to read than rows: numbers come as they are kept. */
const numbers = (spans: number) => `
  SELECT thing, metric, groupArray(t), groupArray(number)
  FROM (
    SELECT thing, metric, toFloat64(toUnixTimestamp64Micro(time)) AS t, number
    ${filteredSamples} ${onlyIn(spans)} ORDER BY thing, metric, time
  )
  GROUP BY thing, metric`

const strings = (spans: number) => `
  SELECT thing, metric, toUnixTimestamp64Micro(time), text
  ${filteredSamples} ${onlyIn(spans)} AND NOT ${isNumber}`

/** Loads samples a few series at a time, to keep statements short. */
export function chunkLoader(store: Pick<SampleStore, 'queryBlocks'>): LoadChunks {
  return async (missing, { isFew, bytes }) => {
    const chunks = new Chunks()
    const options = { bound: isFew ? FEW : MANY, as: 'few', isAside: !isFew } as const
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
      const { samples, withoutNumber } = await inSlices(appendAll(chunks, read))
      held += samples
      done += seriesDays(batch)
      // Extrapolates: the rest will be about as dense.
      if ((held / done) * all * SAMPLE_BYTES > bytes) throw new Error('Too many samples.')
      if (withoutNumber === 0) continue
      const texts = await store.queryBlocks(strings(spans.length), params, options)
      const { set, size } = await inSlices(setTexts(chunks, texts))
      // A string written between the two statements is applied after the load anyway. One that is gone by the second was
      // erased or corrected, which may be applied much later.
      if (set < withoutNumber) throw new ChangedMeanwhile('Strings were removed meanwhile.')
      held += size
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

type SeriesColumns = [
  ...[things: Float64Array, metrics: Float64Array],
  ...[times: NativeLists, values: NativeLists],
]

function* appendAll(chunks: Chunks, blocks: readonly NativeBlock[]) {
  let samples = 0
  let withoutNumber = 0
  for (const { rows, columns } of blocks) {
    const [things, metrics, times, values] = columns as SeriesColumns
    for (let row = 0; row < rows; row += 1) {
      const [thing = 0, metric = 0] = [things[row], metrics[row]]
      const [own = NONE, numbers = NONE] = [times.lists[row], values.lists[row]]
      withoutNumber += yield* checked(own, numbers)
      for (let from = 0; from < own.length; ) {
        yield
        const day = dayOf(own[from] ?? 0)
        const to = placeIn(own, startOfDay(day + 1), from, own.length)
        chunks.append(thing, metric, day, own.subarray(from, to), numbers.subarray(from, to))
        from = to
      }
      samples += own.length
    }
  }
  return { samples, withoutNumber }
}

/** Counts a series' samples that are no numbers. Throws if they are not in order, as a chunk must be. */
function* checked(times: Float64Array, numbers: Float64Array): Generator<void, number> {
  let withoutNumber = 0
  for (let at = 0; at < times.length; at += 1) {
    if (at % SAMPLES_PER_YIELD === 0) yield
    if (at > 0 && !((times[at] ?? 0) > (times[at - 1] ?? 0))) {
      throw new Error('The samples of a series are not in order.')
    }
    if (!Number.isFinite(numbers[at])) withoutNumber += 1
  }
  return withoutNumber
}

/** Sets the strings of loaded samples. Returns how many, and their size, expressed as a number of numeric samples. */
function* setTexts(chunks: Chunks, blocks: readonly NativeBlock[]) {
  let [set, units] = [0, 0]
  for (const { rows, columns } of blocks) {
    yield
    const [things, metrics, times, texts] = columns as [
      ...[things: Float64Array, metrics: Float64Array, times: Float64Array],
      texts: readonly string[],
    ]
    for (let row = 0; row < rows; row += 1) {
      const [thing = 0, metric = 0, time = 0] = [things[row], metrics[row], times[row]]
      const text = texts[row] ?? ''
      if (chunks.get(thing, metric, dayOf(time))?.setText(time, text)) set += 1
      units += text.length
    }
  }
  return { set, size: (2 * units) / SAMPLE_BYTES }
}
