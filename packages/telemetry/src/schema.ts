import type { Layout, SchemaStep } from '@sluice/clickhouse'
import { rollupsTable, touchedTable } from './rollups/tables.ts'

/**
 * The key of a sample is (organization, thing, metric, time); of several rows with the same key, the highest version
 * counts. For a string, `number` is NaN and `text` is set; booleans are 0 and 1.
 *
 * Partitions are years, because ClickHouse refuses an insert into more than 100 of them, and a backfill may span
 * decades. Delta beats Gorilla on decimals. Parts are synced because an acknowledged sample must survive a power cut.
 */
const samples = (layout: Layout) => `
  CREATE TABLE IF NOT EXISTS ${layout.rowsOf('samples')} (
    organization UInt32 CODEC(ZSTD(1)),
    thing UInt32 CODEC(ZSTD(1)),
    metric UInt32 CODEC(ZSTD(1)),
    time DateTime64(6, 'UTC') CODEC(Delta(8), ZSTD(1)),
    number Float64 CODEC(Delta(8), ZSTD(1)),
    text String CODEC(ZSTD(1)),
    version UInt64 CODEC(Delta(8), ZSTD(1))
  )
  ENGINE = ${layout.engine('ReplacingMergeTree', 'version')}
  PARTITION BY greatest(toYear(time), 1970)
  ORDER BY (organization, thing, metric, time)
  SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

/**
 * The latest sample of each series. `rank` is (time, version) as one number: the later time wins whenever it arrives,
 * and for equal times the later write.
 */
const latest = (layout: Layout) => `
  CREATE TABLE IF NOT EXISTS ${layout.rowsOf('latest')} (
    organization UInt32,
    thing UInt32,
    metric UInt32,
    time DateTime64(6, 'UTC'),
    number Float64,
    text String,
    rank UInt128
  )
  ENGINE = ${layout.engine('ReplacingMergeTree', 'rank')}
  ORDER BY (organization, thing, metric)
  SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1`

/** Makes times before 1970 positive, as ranks must be. */
const RANK_SHIFT = '4611686018427387904'

/** The rank of a row of `samples`. */
export const LATEST_RANK = `bitShiftLeft(toUInt128(toUnixTimestamp64Micro(time) + ${RANK_SHIFT}), 64) + version`

/** The version of a row of `latest`: the low half of its rank. */
export const VERSION_OF_LATEST = 'toUInt64(bitAnd(rank, toUInt128(18446744073709551615)))'

/** One row per series and insert, because a block holds many samples of few series. */
const latestFeed = `
  CREATE MATERIALIZED VIEW IF NOT EXISTS latest_feed TO latest AS
  SELECT organization, thing, metric,
    fromUnixTimestamp64Micro(toInt64(toInt128(bitShiftRight(rank, 64)) - ${RANK_SHIFT}), 'UTC') AS time,
    number, text, rank
  FROM (
    SELECT organization, thing, metric,
      argMax(number, ranked) AS number, argMax(text, ranked) AS text, max(ranked) AS rank
    FROM (
      SELECT organization, thing, metric, number, text,
        ${LATEST_RANK} AS ranked
      FROM samples
    )
    GROUP BY organization, thing, metric
  )`

/** The sharding key: keeps a series on one shard of a cluster. */
const SERIES = 'organization, thing'

/**
 * The schema steps of the telemetry tables, in order. A released step is never edited. Version numbers are shared with
 * the other tables of the store. Clusters never get the view of the first step: they came after writers stopped needing
 * it.
 */
export const telemetrySteps: readonly SchemaStep[] = [
  {
    version: 1,
    statements: (layout) => [
      ...[samples(layout), ...layout.spread('samples', SERIES)],
      ...[latest(layout), ...layout.spread('latest', SERIES)],
      ...(layout.everywhere ? [] : [latestFeed]),
    ],
  },
  // Writers now send the latest values themselves: the view cost more than the samples.
  {
    version: 3,
    statements: ({ everywhere }) => (everywhere ? [] : ['DROP VIEW IF EXISTS latest_feed']),
  },
  // Twice as many parts at rest, but half as many rows merged repeatedly under load.
  {
    version: 6,
    statements: ({ rowsOf }) => [
      `ALTER TABLE ${rowsOf('samples')} MODIFY SETTING merge_selector_base = 10`,
    ],
  },
  // From here on there are marks; rollups came a day later.
  {
    version: 8,
    statements: (layout) => [
      ...[rollupsTable(layout), ...layout.spread('rollups', SERIES)],
      ...[touchedTable(layout), ...layout.spread('touched', SERIES)],
    ],
  },
  // Merges are chosen by bytes, and samples compress so well that millions of rows look small: each row was merged five
  // times.
  {
    version: 9,
    statements: ({ rowsOf }) => [
      `ALTER TABLE ${rowsOf('samples')} MODIFY SETTING merge_selector_base = 30`,
    ],
  },
  // From here on marks follow their samples. Older rollups are invalid.
  {
    version: 10,
    statements: ({ columnsOf }) =>
      columnsOf('rollups').map(
        (table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS rule UInt8 DEFAULT 0`,
      ),
  },
  // From here on many nodes share a log, and inserting a batch again, on any node, is idempotent.
  {
    version: 12,
    statements: ({ rowsOf, rememberInserts }) =>
      ['samples', 'latest'].map(
        (table) => `ALTER TABLE ${rowsOf(table)} MODIFY SETTING ${rememberInserts(10_000)}`,
      ),
  },
]
