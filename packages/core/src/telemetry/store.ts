import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { queryLimits } from '@sluice/contract'
import { Problem } from '../problem.ts'
import { batchWrites } from './batching.ts'
import { blockColumns, encodeBlock, encodedSize, type Write } from './blocks/native.ts'
import type { SampleBuffer } from './blocks/sample-buffer.ts'
import { numberVersions } from './blocks/versions.ts'
import { connect, type StoreAddress } from './connection.ts'
import { asTooManyRows } from './too-many-rows.ts'

/** Integer ids of a thing in the store. */
export interface ThingNumbers {
  readonly organization: number
  readonly thing: number
}

/** Where samples are kept. Every failure of it is the problem `unavailable`. */
export interface TelemetryStore {
  /** Rejects when the store does not answer or does not know the caller. */
  ping(): Promise<void>
  /** Resolves once the samples are stored and readable; later writes win over earlier ones. */
  write(numbers: ThingNumbers, samples: SampleBuffer): Promise<void>
  /**
   * Rows of a SELECT, each an array in the order of its columns. Values go in as bound parameters only. Rejects with
   * {@link TooManyRows} before it reads more than one statement may.
   */
  query(sql: string, params: Record<string, unknown>): Promise<unknown[][]>
  /** Waits for the writes under way, then hangs up. */
  close(): Promise<void>
}

const MEBIBYTE = 1024 * 1024

/** Opens the store; makes no request yet. */
export function openTelemetryStore(
  options: StoreAddress & { readonly clock: () => Date; readonly rowsPerQuery?: number },
): TelemetryStore {
  const { clock, rowsPerQuery = queryLimits.rows, ...address } = options
  const client = connect(address)
  // Connections of its own, so that slow queries cannot keep samples waiting for one.
  const writer = connect(address)
  const takeVersions = numberVersions(clock)
  const writes = batchWrites<Write>({
    sink: (group) => insert(writer, group),
    bytesOf: ({ samples }) => encodedSize(samples),
    groupBytes: 32 * MEBIBYTE,
    queueBytes: 256 * MEBIBYTE,
  })

  return {
    async ping() {
      const result = await client.ping({ select: true })
      if (!result.success) throw unavailable(result.error)
    },
    async write(numbers, samples) {
      if (samples.rows === 0) return
      await writes.add({ ...numbers, samples, version: takeVersions(samples.rows) })
    },
    async query(sql, params) {
      try {
        const result = await client.query({
          query: sql,
          query_params: params,
          format: 'JSONCompact',
          clickhouse_settings: { max_rows_to_read: String(rowsPerQuery) },
        })
        return (await result.json<unknown[]>()).data
      } catch (cause) {
        throw asTooManyRows(cause) ?? unavailable(cause)
      }
    },
    async close() {
      await writes.close()
      await Promise.all([client.close(), writer.close()])
    },
  }
}

async function insert(client: ClickHouseClient, group: readonly Write[]): Promise<void> {
  const { stream, summary } = await client.exec({
    query: `INSERT INTO samples (${blockColumns}) FORMAT Native`,
    values: Readable.from([encodeBlock(group)]),
    // The answer then tells of the whole insert, views included.
    clickhouse_settings: { wait_end_of_query: 1 },
  })
  await stream.toArray()
  if (summary?.written_rows === '0')
    throw new Error('The store accepted the insert but wrote no row.')
}

function unavailable(cause: unknown): Problem {
  const detail = 'The telemetry store does not answer as it should. Try again shortly.'
  return new Problem('unavailable', { detail, retryAfter: 1, cause })
}
