import type { Layout } from '@sluice/clickhouse'

/**
 * A day of a series by the hour: lists of equal length, with an entry for each hour before `until` that has samples. A
 * row is valid while `seen` equals the number of its day's marks in `touched`, if it was made by {@link BY_VERSIONS}.
 * Of several rows, the one with the highest version counts.
 */
export function rollupsTable(layout: Layout): string {
  return `
  CREATE TABLE IF NOT EXISTS ${layout.rowsOf('rollups')} (
    organization UInt32 CODEC(ZSTD(1)),
    thing UInt32 CODEC(ZSTD(1)),
    metric UInt32 CODEC(ZSTD(1)),
    day Int32 CODEC(Delta(4), ZSTD(1)),
    until UInt8 CODEC(ZSTD(1)),
    seen UInt64 CODEC(ZSTD(1)),
    version UInt64 CODEC(ZSTD(1)),
    hours Array(UInt8) CODEC(ZSTD(1)),
    counts Array(UInt32) CODEC(ZSTD(1)),
    numbers Array(UInt32) CODEC(ZSTD(1)),
    sums Array(Float64) CODEC(ZSTD(1)),
    squares Array(Float64) CODEC(ZSTD(1)),
    lows Array(Float64) CODEC(ZSTD(1)),
    highs Array(Float64) CODEC(ZSTD(1)),
    firsts Array(Tuple(Int64, Float64, String)) CODEC(ZSTD(1)),
    lasts Array(Tuple(Int64, Float64, String)) CODEC(ZSTD(1))
  )
  ENGINE = ${layout.engine('ReplacingMergeTree', 'version')}
  ORDER BY (organization, thing, metric, day)
  SETTINGS index_granularity = 256`
}

/**
 * The rule by which rollups are made now: versions decide what is late and what is settled. Rows of earlier rules are
 * invalid. Rule 1 went by the clocks of nodes; under rule 0, marks preceded their samples.
 */
export const BY_VERSIONS = 2

/**
 * How often a day of a series was written to, or erased from, after it may have been rolled up. Marks are counted, not
 * timed, so no clock decides whether a rollup is valid. They are synced to disk, because the samples before them are.
 * `at`, the time of the last one, only serves expiry.
 */
export function touchedTable(layout: Layout): string {
  return `
  CREATE TABLE IF NOT EXISTS ${layout.rowsOf('touched')} (
    organization UInt32,
    thing UInt32,
    metric UInt32,
    day Int32,
    writes UInt64 DEFAULT 1,
    at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) DEFAULT now64(3)
  )
  ENGINE = ${layout.engine('SummingMergeTree', 'writes')}
  ORDER BY (organization, thing, metric, day)
  SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1`
}
