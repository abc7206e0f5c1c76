import { type NativeBlock, valueReader } from '@sluice/clickhouse'
import type { Summary } from '@sluice/contract'
import { getOrMake, inSlices, isoOf, Pace } from '@sluice/runtime'
import type { Metric } from '../measured-thing.ts'
import type { Bound, SampleStore } from '../store.ts'
import { behindReadBarrier } from './axis/behind-read-barrier.ts'
import { ByLine } from './buckets/by-line.ts'
import { ROWS_PER_YIELD } from './buckets/read-rows.ts'
import { boundOfRuns, combine, finishRun, type Run, runSql } from './buckets/runs.ts'
import { computed } from './computed.ts'
import { coverageOf, expectedSql } from './coverage.ts'
import { type Pairs, pairsOf } from './pairs.ts'
import { lacksQuantiles, percentileLevels, quantileSql } from './plan/percentiles.ts'
import type { Range } from './plan/range.ts'
import { type Line, type Subject, TOGETHER } from './plan/subject.ts'
import { rangeTooLong } from './plan/too-much.ts'
import { samplesOf } from './samples/line-samples.ts'
import { summariesOf } from './samples/sample-summaries.ts'
import { filteredSamples, filterParams } from './series-filter.ts'
import { isNumber, sampleValue } from './stored-value.ts'
import type { EndSample, Extreme, SummaryRow } from './summary-row.ts'

type RunRow = readonly [thing: number, metric: number, run: Run]

type TimedValue = NonNullable<Summary['metrics'][string]['first']>
/** The number of the thing that a value belongs to. */
type Found<Value> = (Value & { readonly thing: number }) | null

/** Statistics of a line's samples in a range. */
export interface LineSummary
  extends Omit<Summary['metrics'][string], 'first' | 'last' | 'min' | 'max'> {
  readonly first: Found<TimedValue>
  readonly last: Found<TimedValue>
  readonly min: Found<TimedValue>
  readonly max: Found<TimedValue>
}

/** Tuples compare by value and then by time, so an extreme has the first time at which it was reached. */
const statement = (together: boolean, only: string, percentiles: string) => `
  WITH toUnixTimestamp64Micro(time) AS t, ${isNumber} AS isNumber, -toInt64(thing) AS minusThing,
    ${expectedSql} AS expectedWidth, intDiv(t - {from:Int64}, expectedWidth) AS slot
  SELECT ${together ? TOGETHER : 'thing'}, metric, count(),
    argMin((t, thing, number, text), (t, thing)), argMax((t, thing, number, text), (t, minusThing)),
    countIf(isNumber), minIf((number, t, thing), isNumber), maxIf((number, -t, minusThing), isNumber),
    avgOrNullIf(number, isNumber), sumOrNullIf(number, isNumber),
    if(isFinite(sumIf(number, isNumber)), stddevSampStableIf(number, isNumber), nan),
    ${percentiles},
    uniqExactIf((thing, slot), {from:Int64} + slot * expectedWidth < {expectedUntil:Int64})
  ${filteredSamples} ${only}
  GROUP BY ${together ? 'metric' : 'thing, metric'}`

const levels = Object.values(percentileLevels)
/** All together cost little more than one. */
const percentilesSql = `((quantilesExactInclusiveIf(${levels})(number, isNumber) AS p)[1], p[2], p[3], p[4])`
const byHalves = `(${levels.map((level) => quantileSql(level, true))})`
/** Indices of the count of numbers and of the percentiles in a row. */
const [NUMBERS, PERCENTILES] = [5, 11]

const runStatement = (only: string) => `
  WITH toUnixTimestamp64Micro(time) AS t
  SELECT thing, metric, ${runSql} ${filteredSamples} ${only}
  GROUP BY thing, metric`

/** Summarizes lines, either of single things or of all things together. */
export async function summarize(
  store: SampleStore,
  subject: Subject,
  lines: readonly Line[],
  range: Range,
  now: Date,
): Promise<(line: Line) => LineSummary> {
  if (lines.length === 0 || subject.members.length === 0) return () => nothing
  const params = filterParams(subject, lines, range)
  const together = lines.some(({ thing }) => thing === TOGETHER)
  const coverage = await inSlices(coverageOf(lines, subject, range, now))
  const { organization, things } = params
  const current = behindReadBarrier(store, { organization, things, range })
  const samples = await samplesOf(current, subject, lines, [range])
  const { find, runs } = samples
    ? await inSlices(summariesIn(samples, range, together, coverage))
    : await readSummaries(current, together, pairsOf(subject, lines), {
        ...params,
        ...(await inSlices(coverage.params())),
      }).catch((error) => {
        throw rangeTooLong(range, { subject, lines }, error)
      })
  const averages = await inSlices(timeWeighted(runs, together, range))
  return (line) => {
    const { number } = line.metric
    const row = find(line.thing, number)
    const twa = averages.get(line.thing, number) ?? null
    return row
      ? { ...read(line.metric, row), twa, coverage: coverage.of(line, row[12]) }
      : { ...nothing, coverage: coverage.of(line, 0) }
  }
}

/** Answers for lines: rows are looked up by line, runs are iterated. */
interface Answered {
  readonly find: (thing: number, metric: number) => SummaryRow | undefined
  readonly runs: Iterable<RunRow>
}

function* summariesIn(...of: Parameters<typeof summariesOf>): Generator<void, Answered> {
  const { rows, runs } = yield* summariesOf(...of)
  const byLine = new ByLine<SummaryRow>()
  for (const row of rows) {
    if (byLine.size % ROWS_PER_YIELD === ROWS_PER_YIELD - 1) yield
    byLine.set(row[0], row[1], row)
  }
  return { find: (thing, metric) => byLine.get(thing, metric), runs }
}

async function readSummaries(
  store: SampleStore,
  together: boolean,
  pairs: Pairs,
  asked: Params,
): Promise<Answered> {
  const params = { ...asked, ...pairs.params }
  const ask = (sql: string, bound: Bound = {}) =>
    store.queryBlocks(sql, params, { as: 'plain', bound })
  const [rows, runs] = await Promise.all([
    ask(statement(together, pairs.sql, percentilesSql)),
    ask(runStatement(pairs.sql), boundOfRuns(pairs.count)),
  ])
  const isLacking = rows.some(({ columns }) => {
    return lacksQuantiles(columns[PERCENTILES], columns[NUMBERS])
  })
  const whole = isLacking ? await ask(statement(together, pairs.sql, byHalves)) : rows
  return { find: await inSlices(rowsByLine(whole)), runs: rowsOf<RunRow>(runs) }
}

/** A generator, since a list of a million rows would take most of a query's memory. */
function* rowsOf<Row>(blocks: readonly NativeBlock[]): Generator<Row, void> {
  for (const { rows, columns } of blocks) {
    const readers = columns.map(valueReader)
    for (let row = 0; row < rows; row += 1) yield readers.map((read) => read(row)) as Row
  }
}

/** Looks up rows by line. Rows are built on demand: all of a hundred thousand would survive young collections. */
function* rowsByLine(blocks: readonly NativeBlock[]): Generator<void, Answered['find']> {
  const places = new ByLine<number>()
  const firsts: number[] = []
  let first = 0
  for (const { rows, columns } of blocks) {
    const [things, metrics] = columns as unknown as readonly [Float64Array, Float64Array]
    for (let row = 0; row < rows; row += 1) {
      if (row % ROWS_PER_YIELD === 0) yield
      places.set(things[row] ?? 0, metrics[row] ?? 0, first + row)
    }
    firsts.push(first)
    first += rows
  }
  const readers = blocks.map(({ columns }) => columns.map(valueReader))
  return (thing, metric) => {
    const place = places.get(thing, metric)
    if (place === undefined) return undefined
    const block = firsts.findLastIndex((first) => first <= place)
    const row = place - (firsts[block] ?? 0)
    return readers[block]?.map((read) => read(row)) as SummaryRow | undefined
  }
}

type Params = Record<string, unknown>

/** Time-weighted averages. */
function* timeWeighted(
  rows: Iterable<RunRow>,
  together: boolean,
  range: Range,
): Generator<void, ByLine<number | null>> {
  const known = { ...range, previous: undefined }
  const averages = new ByLine<number | null>()
  const byMetric = new Map<number, (number | null)[]>()
  const pace = new Pace(ROWS_PER_YIELD)
  for (const [thing, metric, run] of rows) {
    if (pace.isOver()) yield
    const average = finishRun('twa', run, known)
    if (together) getOrMake(byMetric, metric, () => []).push(average)
    else averages.set(thing, metric, combine('twa', [average]))
  }
  for (const [metric, own] of byMetric) {
    if (own.length > ROWS_PER_YIELD || averages.size % ROWS_PER_YIELD === ROWS_PER_YIELD - 1) yield
    averages.set(TOGETHER, metric, combine('twa', own))
  }
  return averages
}

const nothing: LineSummary = {
  count: 0,
  ...{ first: null, last: null, min: null, max: null, avg: null, sum: null },
  ...{ stddev: null, p50: null, p90: null, p95: null, p99: null, twa: null, coverage: null },
}

function read({ valueType }: Metric, row: SummaryRow): Omit<LineSummary, 'twa' | 'coverage'> {
  const [, , count, first, last, numbers, min, max, avg, sum, stddev, percentiles] = row
  const timed = ([time, thing, value, text]: EndSample) => {
    return { timestamp: isoOf(time), value: sampleValue(value, text, valueType), thing }
  }
  const extreme = ([value, time, thing]: Extreme) => {
    return numbers === 0 ? null : { timestamp: isoOf(time), value: value + 0, thing }
  }
  const [p50, p90, p95, p99] = (numbers === 0 ? [] : percentiles).map(computed)
  return {
    count,
    first: timed(first),
    last: timed(last),
    min: extreme(min),
    max: extreme([max[0], -max[1], -max[2]]),
    ...{ avg: computed(avg), sum: computed(sum), stddev: computed(stddev) },
    ...{ p50: p50 ?? null, p90: p90 ?? null, p95: p95 ?? null, p99: p99 ?? null },
  }
}
