/**
 * Sums a quarter of an hour, kept in each part beside its rows: a question about months reads these. ClickHouse
 * takes them by itself for queries that ask for no more than they hold (log-query.ts).
 */
const sums = (column: string) => `
  SELECT organization, key, toStartOfFifteenMinutes(time) AS quarter, ${column}, sum(calls), max(time)
  GROUP BY organization, key, quarter, ${column}`

/**
 * The request log. Whole weeks are dropped once they are too old, which costs no rewriting; it is not synced to
 * the disk, because it may lose rows; and it remembers the tokens of its last inserts, so that a batch
 * sent twice counts once.
 */
export const requestLogTable = `
  CREATE TABLE IF NOT EXISTS requests (
    organization UInt32 CODEC(ZSTD(1)),
    key String CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    operation LowCardinality(String) CODEC(ZSTD(1)),
    tier LowCardinality(String) CODEC(ZSTD(1)),
    status UInt16 CODEC(ZSTD(1)),
    problem LowCardinality(String) CODEC(ZSTD(1)),
    address LowCardinality(String) CODEC(ZSTD(1)),
    micros UInt32 CODEC(ZSTD(1)),
    needs LowCardinality(String) CODEC(ZSTD(1)),
    calls UInt32 CODEC(ZSTD(1)),
    PROJECTION by_operation (${sums('operation, status, problem')}),
    PROJECTION by_address (${sums('address, status')})
  )
  ENGINE = MergeTree
  PARTITION BY toMonday(time)
  ORDER BY (organization, key, time)
  TTL toDateTime(time) + INTERVAL 90 DAY
  SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 1000,
    fsync_after_insert = 0, fsync_part_directory = 0`
