import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { jsonRows, type QueryTurns, shareQueries } from '@sluice/clickhouse'
import { coalesce, Problem } from '@sluice/runtime'
import { type Batch, queueBatches } from './batches.ts'
import { LogBlocks, logColumns } from './log-blocks.ts'
import type { LogCounts, RequestLog } from './request-log.ts'
import { type LogRow, rowOf } from './row.ts'

export interface RequestLogOptions {
  readonly client: ClickHouseClient
  /** Called with the cause when writing begins to fail, and when it works again. */
  readonly onChange?: (counts: LogCounts, cause?: unknown) => void
  readonly intervalMs?: number
  readonly batchRows?: number
  readonly batchBytes?: number
  /** The most queued batches; beyond that, the oldest are dropped. */
  readonly capacity?: number
}

/** The time limit of one batch: a hanging store must not keep the process from stopping. */
const WRITE_TIMEOUT_MS = 5_000

/**
 * Buffers rows in memory and writes them every few seconds, or when a batch is full: for every insert the store
 * computes all of the table's projections, however few rows it has.
 */
export function openRequestLog(options: RequestLogOptions): RequestLog {
  const { client, onChange, intervalMs = 5_000, batchRows = 25_000, capacity = 8 } = options
  const { batchBytes = 8 * 1024 * 1024 } = options
  const batches = queueBatches<LogRow, LogBlocks>({
    rows: () => new LogBlocks(),
    ...{ batchRows, batchBytes, capacity, name: randomUUID() },
  })
  const { inTurn, counts: queries } = shareQueries()
  let written = 0
  let failing = false

  const counts = () => ({ written, failing, ...batches.counts() })

  function note(fails: boolean, cause?: unknown) {
    const changed = fails !== failing
    failing = fails
    if (changed) onChange?.(counts(), cause)
  }

  /**
   * Writes the current batches, one at a time, but none that is begun meanwhile: on a busy node there would be another
   * small one after each. If the store fails, the next flush retries the same batch.
   */
  async function drain(): Promise<void> {
    for (let left = batches.size(); left > 0; left--) {
      const batch = batches.take()
      if (!batch) return
      try {
        await write(client, batch)
        written += batch.rows.length
        note(false)
      } catch (cause) {
        batches.putBack(batch)
        note(true, cause)
        return
      }
    }
  }

  const flush = coalesce(drain)
  const timer = setInterval(() => void flush(), intervalMs)
  timer.unref()

  return {
    record(trail, problem) {
      const row = rowOf(trail, problem)
      if (row && batches.add(row)) void flush()
    },
    query: (sql, params) => select(sql, params, { client, inTurn }),
    queries,
    flush,
    counts,
    async close() {
      clearInterval(timer)
      await flush()
      await client.close()
    },
  }
}

/** The token deduplicates a repeated batch, whose first attempt may have been stored. */
async function write(client: ClickHouseClient, { token, rows }: Batch<LogBlocks>): Promise<void> {
  const { stream } = await client.exec({
    query: `INSERT INTO requests (${logColumns}) FORMAT Native`,
    values: Readable.from(rows.encoded()),
    clickhouse_settings: { insert_deduplicate: 1, insert_deduplication_token: token },
    abort_signal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
  })
  await stream.toArray()
}

/** Enough for a statement that names ten thousand kinds of calls. */
const LONGEST_STATEMENT = 1_048_576

async function select(
  query: string,
  params: Record<string, unknown>,
  { client, inTurn }: { client: ClickHouseClient; inTurn: QueryTurns['inTurn'] },
) {
  try {
    return await inTurn(params, async (abort_signal) => {
      const result = await client.query({
        ...{ query, query_params: params, format: 'JSONCompact', abort_signal },
        clickhouse_settings: { max_query_size: String(LONGEST_STATEMENT) },
      })
      return jsonRows(await result.text())
    })
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    const detail = 'The request log is not available. Retry shortly.'
    throw new Problem('unavailable', { detail, retryAfter: 1, cause })
  }
}
