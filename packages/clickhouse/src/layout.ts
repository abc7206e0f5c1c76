import type { ClickHouseSettings } from '@clickhouse/client'

/** The layout of the telemetry store's tables: on one server, or distributed over the nodes of a cluster. */
export interface Layout {
  /** The cluster's name; undefined for one server. */
  readonly cluster: string | undefined
  /** Settings of every statement. */
  readonly settings: ClickHouseSettings
  /** The clause that makes every node run a statement. */
  readonly everywhere: string
  /** The table that physically holds rows, for statements that create it or remove rows. */
  rowsOf(table: string): string
  /** All tables with the columns of `table`, for statements that change these. */
  columnsOf(table: string): readonly string[]
  /** The engine of a table whose rows are sharded. */
  engine(family: string, ...parameters: string[]): string
  /** The engine of a table that every node has completely. */
  engineOfCopies(family: string): string
  /** The number of inserts whose deduplication tokens a table remembers. */
  rememberInserts(count: number): string
  /** Creates `table`, through which rows on all shards are read and written. Rows with equal `series` are on one shard. */
  spread(table: string, series: string): readonly string[]
}

/** All tables on one server. Its statements are released text: the steps in `telemetry/schema.ts` must not change. */
const singleServer: Layout = {
  cluster: undefined,
  settings: {},
  everywhere: '',
  rowsOf: (table) => table,
  columnsOf: (table) => [table],
  engine: (family, ...parameters) =>
    parameters.length === 0 ? family : `${family}(${parameters.join(', ')})`,
  engineOfCopies: (family) => family,
  rememberInserts: (count) => `non_replicated_deduplication_window = ${count}`,
  spread: () => [],
}

/**
 * Seconds by which a replica may lag and still be queried. It may lack what all others have taken since, so telemetry's
 * `AllReplicas` waits longer than that.
 */
export const MOST_LAG_SECONDS = 2

const clusterSettings: ClickHouseSettings = {
  // An answer means stored, not queued on the node that was asked.
  distributed_foreground_insert: 1,
  // Statements about one thing go to its shard only.
  optimize_skip_unused_shards: 1,
  // An answer without one of the shards would look complete.
  skip_unavailable_shards: 0,
  // A replica that lags is not queried; if there is no other one, the query fails.
  max_replica_delay_for_distributed_queries: String(MOST_LAG_SECONDS),
  fallback_to_stale_replicas_for_distributed_queries: 0,
  distributed_ddl_task_timeout: '30',
}

/**
 * Rows are in `<table>_local`, replicated on the nodes of a shard. A Distributed table over these has the name that
 * queries and inserts use. A series is on one shard, which can therefore apply last write wins by itself. The nodes'
 * configuration names the cluster and sets each node's macros `shard` and `replica`.
 */
function clusterLayout(cluster: string, database: string): Layout {
  const everywhere = ` ON CLUSTER ${identifier(cluster)}`
  const local = (table: string) => `${table}_local`
  return {
    cluster,
    settings: clusterSettings,
    everywhere,
    rowsOf: (table) => local(table) + everywhere,
    columnsOf: (table) => [local(table) + everywhere, table + everywhere],
    engine: (family, ...parameters) => {
      const place = ["'/clickhouse/tables/{shard}/{database}/{table}'", "'{replica}'"]
      return `Replicated${family}(${[...place, ...parameters].join(', ')})`
    },
    engineOfCopies: (family) =>
      `Replicated${family}('/clickhouse/tables/every/{database}/{table}', '{shard}-{replica}')`,
    rememberInserts: (count) => `replicated_deduplication_window = ${count}`,
    spread: (table, series) => [
      `CREATE TABLE IF NOT EXISTS ${table}${everywhere}
      AS ${identifier(database)}.${local(table)}
      ENGINE = Distributed(${[cluster, database, local(table)].map(text).join(', ')}, cityHash64(${series}))`,
    ],
  }
}

/** The layout of a database on the named cluster, or on a single server. */
export function layoutOf(cluster: string | undefined, database: string): Layout {
  return cluster === undefined ? singleServer : clusterLayout(cluster, database)
}

function identifier(name: string): string {
  return quoted(name, '`')
}

function text(value: string): string {
  return quoted(value, "'")
}

function quoted(name: string, quote: string): string {
  return quote + name.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote
}
