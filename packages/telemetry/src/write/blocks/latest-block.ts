import { bytesOf, distinctTexts, encodeBlock } from '@sluice/clickhouse'
import { isSameSeries, type SeriesList, type SeriesRows } from './series-rows.ts'
import { versionOf, type Write } from './write.ts'

export const latestColumns = 'organization, thing, metric, time, number, text, rank'

/**
 * A block of a batch's {@link latestSamples} for the table `latest`. It is built here because a materialized view costs
 * the store more than the samples themselves.
 */
export function encodeLatest(latest: readonly Sample[]): Buffer {
  const count = latest.length
  const organization = new Uint32Array(count)
  const thing = new Uint32Array(count)
  const metric = new Uint32Array(count)
  const time = new Int32Array(count * 2)
  const number = new Float64Array(count)
  const rank = new BigUint64Array(count * 2)
  const rankHalves = new Int32Array(rank.buffer)
  for (const [at, { write, row }] of latest.entries()) {
    const { samples } = write
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
  }
  return encodeBlock(count, [
    { name: 'organization', type: 'UInt32', parts: [bytesOf(organization, count)] },
    { name: 'thing', type: 'UInt32', parts: [bytesOf(thing, count)] },
    { name: 'metric', type: 'UInt32', parts: [bytesOf(metric, count)] },
    { name: 'time', type: "DateTime64(6, 'UTC')", parts: [bytesOf(time, count * 2)] },
    { name: 'number', type: 'Float64', parts: [bytesOf(number, count)] },
    distinctTexts('text', latest.map(textOf)),
    { name: 'rank', type: 'UInt128', parts: [bytesOf(rank, count * 2)] },
  ])
}

/** Added to times in a rank, so that those before 1970 are positive: the high half of 2^62. */
const RANK_SHIFT = 0x4000_0000

/** Series between two yields. */
const SERIES_PER_YIELD = 8192

/** A row of a write. */
export interface Sample {
  readonly write: Write
  readonly row: number
}

function textOf({ write, row }: Sample): string {
  return write.samples.textAt(row) ?? ''
}

/** The latest sample of each series, by time and then by version. In the order of `seriesRows`. */
export function* latestSamples(series: SeriesList): Generator<void, Iterable<Sample>> {
  const places = new Uint32Array(series.length)
  const rows = new Uint32Array(series.length)
  const sampleAt = (i: number): Sample => {
    return { write: series.at(places[i] ?? 0).write, row: rows[i] ?? 0 }
  }
  let count = 0
  let previous: SeriesRows | undefined
  for (let place = 0; place < series.length; place += 1) {
    if (place % SERIES_PER_YIELD === SERIES_PER_YIELD - 1) yield
    const each = series.at(place)
    const row = latestRow(each)
    const isSame = previous !== undefined && isSameSeries(previous, each)
    previous = each
    if (isSame && !isLater({ write: each.write, row }, sampleAt(count - 1))) continue
    if (!isSame) count += 1
    places[count - 1] = place
    rows[count - 1] = row
  }
  return {
    *[Symbol.iterator]() {
      for (let i = 0; i < count; i += 1) yield sampleAt(i)
    },
  }
}

/** The last row with the latest time: within a write, later rows have higher versions. */
function latestRow({ write: { samples }, from, to }: SeriesRows): number {
  if (samples.ascending) return to - 1
  let [latest, latestTime] = [from, Number.NEGATIVE_INFINITY]
  for (let row = from; row < to; row += 1) {
    const time = samples.timeAt(row)
    if (time < latestTime) continue
    latest = row
    latestTime = time
  }
  return latest
}

function isLater(one: Sample, other: Sample): boolean {
  const order = one.write.samples.compareTimes(one.row, other.write.samples, other.row)
  return order === 0 ? one.write.version > other.write.version : order > 0
}
