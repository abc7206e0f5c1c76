import { valueReader } from '../blocks/native-column.ts'
import type { NativeBlock } from '../blocks/read-native.ts'
import type { SampleRow } from '../known-ends/bucket.ts'
import type { SamplesOf } from '../known-ends/end-memory.ts'
import type { TelemetryStore } from '../store.ts'
import type { BucketQuery } from './bucket-query.ts'
import type { Grid } from './grid.ts'
import {
  filteredSamples,
  filterParams,
  lineParams,
  onlyIn,
  onlyLines,
  spanParams,
} from './series-filter.ts'
import type { Subject } from './subject.ts'

/** Of more, the store reckons quicker than it brings them here. */
const MOST_SAMPLES = 100_000

/** All samples of few buckets, from memory where they are remembered; undefined where nothing is. */
export function endSamples(
  store: TelemetryStore,
  subject: Subject,
  grid: Grid,
  { columns, range }: BucketQuery,
): SamplesOf | undefined {
  const { organization, things, metrics } = filterParams(subject, columns, range)
  const lines = columns.map(({ thing, metric }) => [thing, metric.number])
  const key = JSON.stringify([organization, grid.name, things, lines])
  const question = { key, organization, things, metrics, startOf: grid.startOf }

  return store.ends?.through(question, async (buckets) => {
    const spans = buckets.map((bucket) => {
      return { from: grid.startOf(bucket), to: grid.startOf(bucket + 1) }
    })
    const sql = `
      SELECT toUnixTimestamp64Micro(time), thing, metric, number, text
      ${filteredSamples} ${onlyLines(columns)} ${onlyIn(spans.length)}
      ORDER BY thing, metric, time LIMIT {rows:UInt32}`
    const blocks = await store.queryBlocks(sql, {
      ...{ organization, things, metrics, ...lineParams(columns), ...spanParams(spans) },
      ...{ from: spans[0]?.from, to: spans.at(-1)?.to, rows: MOST_SAMPLES + 1 },
    })
    const count = blocks.reduce((sum, { rows }) => sum + rows, 0)
    return count > MOST_SAMPLES ? undefined : blocks.flatMap(rowsOf)
  })
}

function rowsOf({ rows, columns }: NativeBlock): SampleRow[] {
  const readers = columns.map(valueReader)
  return Array.from({ length: rows }, (_, row) => readers.map((read) => read(row)) as SampleRow)
}
