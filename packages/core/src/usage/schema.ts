import type { Layout, SchemaStep } from '@sluice/clickhouse'

/**
 * Projections: quarter-hourly sums stored in each part beside its rows, for queries over months. ClickHouse uses them
 * automatically for queries that need nothing else (log-query.ts).
 */
const sums = (column: string) => `
  SELECT organization, key, toStartOfFifteenMinutes(time) AS quarter, ${column}, sum(calls), max(time)
  GROUP BY organization, key, quarter, ${column}`

/**
 * The request log. Whole weeks are dropped once they are too old, which rewrites nothing. It is not synced to disk,
 * because it may lose rows. It remembers the tokens of recent inserts, so a batch sent twice counts once.
 */
export const requestLogTable = (layout: Layout) => `
  CREATE TABLE IF NOT EXISTS ${layout.rowsOf('requests')} (
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
  ENGINE = ${layout.engine('MergeTree')}
  PARTITION BY toMonday(time)
  ORDER BY (organization, key, time)
  TTL toDateTime(time) + INTERVAL 90 DAY
  SETTINGS ttl_only_drop_parts = 1, ${layout.rememberInserts(1000)},
    fsync_after_insert = 0, fsync_part_directory = 0`

/**
 * The purpose of a key's calls, by `kind`: key, operation and needs as one number. With thousands of resources, needs
 * are long and many, so the daily sums have only the number, and the texts are stored weekly. Days are UTC. Earlier
 * rows are migrated in the background; until then they are read row by row.
 */
export function requestLogKinds(layout: Layout): readonly string[] {
  const rows = layout.rowsOf('requests')
  return [
    ...layout.columnsOf('requests').map(
      (table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS
    kind UInt64 MATERIALIZED cityHash64(organization, key, operation, needs) CODEC(ZSTD(1))`,
    ),
    `ALTER TABLE ${rows} ADD PROJECTION IF NOT EXISTS by_kind (
    SELECT organization, key, toStartOfDay(time) AS day, kind,
      sumIf(calls, status < 400), maxIf(time, status < 400)
    GROUP BY organization, key, day, kind)`,
    `ALTER TABLE ${rows} ADD PROJECTION IF NOT EXISTS kinds (
    SELECT organization, key, toMonday(time) AS week, kind, any(operation), any(needs)
    GROUP BY organization, key, week, kind)`,
    `ALTER TABLE ${rows} MATERIALIZE COLUMN kind`,
    `ALTER TABLE ${rows} MATERIALIZE PROJECTION by_kind`,
    `ALTER TABLE ${rows} MATERIALIZE PROJECTION kinds`,
  ]
}

/** The use of an organization's budgets, by the tier that was drawn on. */
export function requestLogTiers(layout: Layout): readonly string[] {
  const rows = layout.rowsOf('requests')
  return [
    `ALTER TABLE ${rows} ADD PROJECTION IF NOT EXISTS by_tier (
    SELECT organization, toStartOfFifteenMinutes(time) AS quarter, tier,
      sum(calls), sumIf(calls, problem = 'rate-limited')
    GROUP BY organization, quarter, tier)`,
    `ALTER TABLE ${rows} MATERIALIZE PROJECTION by_tier`,
  ]
}

/** The id of each request, as in its answer. Empty for earlier rows. */
export function requestLogIds(layout: Layout): readonly string[] {
  return layout
    .columnsOf('requests')
    .map((table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS request String CODEC(ZSTD(1))`)
}

/** Key strings, whole or truncated, in needs that were logged before secrets were removed. */
const KEY_STRING = '(?i)(svc(?:ex|ad)_[0-9a-z]{12})_[0-9a-z]+'

/**
 * Removes the secrets of keys that callers put where an id belongs. Parts without any are not rewritten; in the others
 * the projections are updated, too.
 */
export function requestLogWithoutSecrets(layout: Layout): readonly string[] {
  return [
    `ALTER TABLE ${layout.rowsOf('requests')}
    UPDATE needs = replaceRegexpAll(needs, '${KEY_STRING}', '\\\\1_...')
    WHERE match(needs, '${KEY_STRING}')`,
  ]
}

/**
 * Accepted samples by UTC day: equal rows are summed as parts are merged. Like the request log it is not synced, and
 * deduplicates batches.
 */
export const acceptedTable = (layout: Layout) => `
  CREATE TABLE IF NOT EXISTS ${layout.rowsOf('accepted')} (
    organization UInt32 CODEC(ZSTD(1)),
    day Date CODEC(ZSTD(1)),
    thing UInt32 CODEC(ZSTD(1)),
    samples UInt64 CODEC(ZSTD(1))
  )
  ENGINE = ${layout.engine('SummingMergeTree', 'samples')}
  PARTITION BY toYYYYMM(day)
  ORDER BY (organization, day, thing)
  TTL day + INTERVAL 400 DAY
  SETTINGS ttl_only_drop_parts = 1, ${layout.rememberInserts(1000)},
    fsync_after_insert = 0, fsync_part_directory = 0`

/** The same for an organization by the hour, for the last days, to show the last 24 hours. */
export const acceptedHoursTable = (layout: Layout) => `
  CREATE TABLE IF NOT EXISTS ${layout.rowsOf('accepted_hours')} (
    organization UInt32 CODEC(ZSTD(1)),
    hour DateTime('UTC') CODEC(ZSTD(1)),
    samples UInt64 CODEC(ZSTD(1))
  )
  ENGINE = ${layout.engine('SummingMergeTree', 'samples')}
  PARTITION BY toDate(hour)
  ORDER BY (organization, hour)
  TTL hour + INTERVAL 8 DAY
  SETTINGS ttl_only_drop_parts = 1, ${layout.rememberInserts(1000)},
    fsync_after_insert = 0, fsync_part_directory = 0`

/**
 * The schema steps of usage tables, in order. A released step is never edited. Version numbers are shared by the whole
 * store.
 */
export const usageSteps: readonly SchemaStep[] = [
  {
    version: 2,
    statements: (layout) => [
      requestLogTable(layout),
      ...layout.spread('requests', 'organization, key'),
    ],
  },
  { version: 4, statements: requestLogKinds },
  { version: 5, statements: requestLogTiers },
  {
    version: 7,
    statements: (layout) => [
      acceptedTable(layout),
      ...layout.spread('accepted', 'organization, thing'),
    ],
  },
  { version: 11, statements: requestLogIds },
  {
    version: 13,
    statements: (layout) => [
      acceptedHoursTable(layout),
      ...layout.spread('accepted_hours', 'organization'),
    ],
  },
  { version: 14, statements: requestLogWithoutSecrets },
]
