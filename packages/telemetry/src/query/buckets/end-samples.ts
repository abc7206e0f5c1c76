import type { NativeBlock } from '@sluice/clickhouse'
import { valueReader } from '@sluice/clickhouse'
import type { SampleRow } from '../../cache/ends/bucket.ts'
import type { SamplesOf } from '../../cache/ends/end-memory.ts'
import type { SampleStore } from '../../store.ts'
import type { Grid } from '../calendar/grid.ts'
import { lineKey, type Subject } from '../plan/subject.ts'
import {
  filteredSamples,
  filterParams,
  lineParams,
  onlyIn,
  onlyLines,
  spanParams,
} from '../series-filter.ts'
import type { BucketQuery } from './bucket-query.ts'

/** A hundred thousand samples, fewer where they have long texts. More the store computes quicker than it brings them here. */
const LITTLE = { rowsRead: 1_000_000, bytesAnswered: 4_000_000 }

/** All samples of few buckets, from memory where they are remembered; undefined where nothing is. */
export function endSamples(
  store: SampleStore,
  subject: Subject,
  grid: Grid,
  { columns, range }: BucketQuery,
): SamplesOf | undefined {
  const { organization, things, metrics } = filterParams(subject, columns, range)
  const lines = new Set(columns.map(({ thing, metric }) => lineKey(thing, metric.number)))
  const key = JSON.stringify([organization, grid.name, things, [...lines].sort()])
  const question = { key, organization, things, metrics, startOf: grid.startOf }

  return store.ends?.through(question, async (buckets) => {
    const spans = buckets.map((bucket) => {
      return { from: grid.startOf(bucket), to: grid.startOf(bucket + 1) }
    })
    const sql = `
      SELECT toUnixTimestamp64Micro(time), thing, metric, number, text
      ${filteredSamples} ${onlyLines(columns)} ${onlyIn(spans.length)}
      ORDER BY thing, metric, time`
    const params = {
      ...{ organization, things, metrics, ...lineParams(columns), ...spanParams(spans) },
      ...{ from: spans[0]?.from, to: spans.at(-1)?.to },
    }
    return (await store.queryBlocks(sql, params, LITTLE)).flatMap(rowsOf)
  })
}

function rowsOf({ rows, columns }: NativeBlock): SampleRow[] {
  const readers = columns.map(valueReader)
  return Array.from({ length: rows }, (_, row) => readers.map((read) => read(row)) as SampleRow)
}
