import { availableParallelism } from 'node:os'
import { setTimeout as pauseFor } from 'node:timers/promises'
import type { ClickHouseClient, ClickHouseError, ClickHouseSettings } from '@clickhouse/client'
import { inTime, jsonRows, readNative, shareQueries } from '@sluice/clickhouse'
import { queryLimits } from '@sluice/contract'
import { inSlices } from '@sluice/runtime'
import { ANSWER_BYTES, collectBytes, endsTooLarge, tooLarge } from './answer-bytes.ts'
import type { BlocksOptions, SampleStoreOptions } from './store.ts'
import { canEstimate, isTooManyRows, type TooManyRows, tooManyRows } from './too-many-rows.ts'
import { unavailable } from './unavailable.ts'

type Params = Record<string, unknown>

export type Statements = ReturnType<typeof openStatements>

/**
 * Planning is most of a small query's cost: without these settings, the store needs a third more. The old analyzer is
 * enough for one table; servers without it ignore the setting.
 */
const plainly = {
  allow_experimental_analyzer: 0,
  max_threads_for_indexes: 1,
  output_format_parallel_formatting: 0,
} satisfies ClickHouseSettings

/** For few rows, found by a table's key. */
const oneThread = { ...plainly, max_threads: 1 } satisfies ClickHouseSettings

const ways = { plain: plainly, few: oneThread }

/** The column with the rows to read in `EXPLAIN ESTIMATE`: database, table, parts, rows, marks. */
const ESTIMATED_ROWS = 3

/** Background statements let queries run first for so long, in milliseconds, and look this often. */
const [PATIENCE_MS, LOOK_EVERY_MS] = [250, 5]
/** The number of concurrent queries that a background statement would slow down. */
const BUSY = Math.max(1, availableParallelism() / 2)

/**
 * The store's own bound on an answer is higher than ours, so that ours is usually exceeded first: a server that exceeds its
 * own while it sends breaks the answer off with a message. The embedded engine answers as a whole and reports it. An answer
 * takes less than twice as much in the store's memory as on the way.
 */
const RESULT_FACTOR = 2

/** Most samples that a background statement reads: it has one thread and must end in reasonable time. */
const BACKGROUND_ROWS = 10_000_000

/**
 * The statements of a store. Organizations take turns, except for background work. Every failure is the problem
 * `unavailable`, or {@link TooManyRows}.
 */
export function openStatements(
  client: ClickHouseClient,
  {
    rowsPerQuery = queryLimits.rows,
    bytesPerAnswer = ANSWER_BYTES,
  }: Pick<SampleStoreOptions, 'rowsPerQuery' | 'bytesPerAnswer'>,
) {
  const { inTurn, counts } = shareQueries()
  const outsideTurns: typeof inTurn = (_params, ask) => inTime(ask)
  /** Queries under way that somebody waits for. */
  let asked = 0

  async function first<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    asked += 1
    try {
      return await ask()
    } finally {
      asked -= 1
    }
  }

  /** For work that nobody waits for. */
  async function aside<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    let waited = 0
    do {
      // At least once: who starts background work often queries next.
      await pauseFor(LOOK_EVERY_MS)
      waited += LOOK_EVERY_MS
    } while (asked >= BUSY && waited < PATIENCE_MS)
    return ask()
  }

  async function query(
    sql: string,
    params: Params,
    settings: ClickHouseSettings = {},
    turn = inTurn,
  ): Promise<unknown[][]> {
    try {
      return await turn(params, async (abort_signal) => {
        const result = await client.query({
          query: sql,
          query_params: params,
          format: 'JSONCompact',
          clickhouse_settings: { max_rows_to_read: String(rowsPerQuery), ...settings },
          abort_signal,
        })
        return jsonRows(await result.text())
      })
    } catch (cause) {
      throw isTooManyRows(cause) ? await refusal(cause, sql, params, turn) : unavailable(cause)
    }
  }

  /** The error of a statement that would have read too much. */
  async function refusal(
    cause: ClickHouseError,
    sql: string,
    params: Params,
    turn = inTurn,
  ): Promise<TooManyRows> {
    if (!canEstimate(cause)) return tooManyRows(cause)
    const estimate = query(`EXPLAIN ESTIMATE ${sql}`, params, { max_rows_to_read: '0' }, turn)
    // Best effort: the estimate only improves the advice.
    const tables = await estimate.catch(() => [])
    const rows = tables.reduce((sum, table) => sum + Number(table[ESTIMATED_ROWS]), 0)
    return tooManyRows(cause, rows)
  }

  async function queryBlocks(sql: string, params: Params, { bound, as, isAside }: BlocksOptions) {
    const turn = isAside ? outsideTurns : inTurn
    const rows = Math.min(rowsPerQuery, bound?.rowsRead ?? Number.POSITIVE_INFINITY)
    const bytes = bound?.bytesAnswered ?? bytesPerAnswer
    const parts: Uint8Array[] = []
    try {
      return await turn(params, async (abort_signal) => {
        const { stream } = await client.exec({
          query: `${sql} FORMAT Native`,
          query_params: params,
          clickhouse_settings: {
            ...(as && ways[as]),
            max_rows_to_read: String(rows),
            max_result_bytes: String(RESULT_FACTOR * bytes),
          },
          abort_signal,
        })
        await collectBytes(stream, bytes, parts)
        // In the same turn: otherwise each answer that waits for its slices would be in memory beside the next ones.
        return inSlices(readNative(parts))
      })
    } catch (cause) {
      if (endsTooLarge(parts)) throw tooLarge(bytes, cause)
      throw isTooManyRows(cause) ? await refusal(cause, sql, params, turn) : unavailable(cause)
    }
  }

  async function command(sql: string, params: Params): Promise<void> {
    try {
      await client.command({
        query: sql,
        query_params: params,
        clickhouse_settings: { max_rows_to_read: String(BACKGROUND_ROWS), max_threads: 1 },
      })
    } catch (cause) {
      throw isTooManyRows(cause) ? tooManyRows(cause) : unavailable(cause)
    }
  }

  return {
    queries: counts,
    query: (sql: string, params: Params) => first(() => query(sql, params)),
    /** For background work, outside of the organizations' turns. */
    queryAside: (sql: string, params: Params) => aside(() => query(sql, params, {}, outsideTurns)),
    /** The same for work that has to read a whole table, without a limit of rows unless `settings` have one. */
    queryWhole: (sql: string, params: Params = {}, settings: ClickHouseSettings = {}) =>
      query(sql, params, { max_rows_to_read: '0', ...settings }, outsideTurns),
    queryBlocks: (sql: string, params: Params, options: BlocksOptions = {}) =>
      (options.isAside ? aside : first)(() => queryBlocks(sql, params, options)),
    /** For background work. */
    command: (sql: string, params: Params) => aside(() => command(sql, params)),
  }
}
