import type { ClickHouseSettings } from '@clickhouse/client'
import {
  connect,
  inTime,
  layoutAt,
  type NativeBlock,
  readNative,
  type StoreAddress,
  shareQueries,
} from '@sluice/clickhouse'
import { queryLimits } from '@sluice/contract'
import type { InternalRpc } from '@sluice/runtime'
import type { BucketMemory } from './cache/buckets/bucket-memory.ts'
import type { EndMemory } from './cache/ends/end-memory.ts'
import type { LatestCounts } from './cache/latest/latest-memory.ts'
import type { LatestByThing } from './cache/latest/latest-rows.ts'
import { readLatest } from './cache/latest/read-latest.ts'
import { rememberSamples } from './cache/memory.ts'
import { type Erasure, eraseSamples } from './delete/eraser.ts'
import { type Expiry, expireOld } from './delete/expirer.ts'
import { openRollups, type Rollups } from './rollups/open-rollups.ts'
import { type RollupRules, rollupRules } from './rollups/rules.ts'
import type { ThingNumbers } from './thing-numbers.ts'
import { asTooManyRows } from './too-many-rows.ts'
import { unavailable } from './unavailable.ts'
import type { SampleBuffer } from './write/blocks/sample-buffer.ts'
import { numberVersions } from './write/blocks/versions.ts'
import { readBarrierElsewhere } from './write/wal/elsewhere.ts'
import { openLoggedWriter } from './write/wal/logged-writer.ts'
import type { WaitedFor } from './write/wal/waited-for.ts'
import { openWriter } from './write/writer.ts'

/** Of one statement. */
export interface Bound {
  readonly rowsRead: number
  readonly bytesAnswered: number
}

/** Where samples are kept. Every failure of it is the problem `unavailable`. */
export interface SampleStore {
  /** Rejects when the store does not answer or does not know the caller. */
  ping(): Promise<void>
  /** Resolves once the samples are kept for good; later writes win over earlier ones. */
  write(numbers: ThingNumbers, samples: SampleBuffer): Promise<void>
  /** Resolves once the statements below find those samples that were acknowledged before. */
  readBarrier(waitedFor: WaitedFor): Promise<void>
  /**
   * Rows of a SELECT, each an array in the order of its columns. Values go in as bound parameters only. Rejects with
   * {@link TooManyRows} before it reads more than one statement may.
   */
  query(sql: string, params: Record<string, unknown>): Promise<unknown[][]>
  /**
   * The same by column, for answers of so many rows that an array each would cost most of a query. Rejects also where more than
   * a bound would be read or answered, about.
   */
  queryBlocks(sql: string, params: Record<string, unknown>, bound?: Bound): Promise<NativeBlock[]>
  /** The same, of a SELECT of one table that is simple enough to be planned by the store's analyzer of old. */
  queryPlainly(sql: string, params: Record<string, unknown>): Promise<unknown[][]>
  /** The same by one thread, of samples so few that sharing them out among several would cost more than reading them. */
  queryFew(sql: string, params: Record<string, unknown>): Promise<unknown[][]>
  /** The latest samples of some things of an organization, by thing and metric, by their own times. */
  latest(organization: number, things: readonly number[]): Promise<LatestByThing>
  /** What is remembered of {@link latest}; undefined where others may write, too. */
  remembered(): LatestCounts | undefined
  /** Resolves once the samples are gone from every answer. */
  erase(erasure: Erasure): Promise<void>
  /** The same for samples that are too old to be kept, of many things and organizations. */
  expire(expiry: Expiry): Promise<void>
  /** Bytes of samples that are acknowledged and not in the tables yet; undefined without a log of them. */
  waitingBytes(): number | undefined
  /** Aggregates that are remembered; undefined where others may write, too. */
  readonly buckets: Pick<BucketMemory, 'through' | 'counts'> | undefined
  /** Samples at the ends of ranges that are remembered; undefined likewise. */
  readonly ends: Pick<EndMemory, 'through' | 'counts'> | undefined
  readonly rollups: Pick<Rollups, 'ask' | 'idle' | 'settledBefore'>
  /** Waits for the writes under way, then hangs up. */
  close(): Promise<void>
}

/**
 * Of a small query, planning is most: without these settings it costs the store a third more. The analyzer of old
 * is enough for one table; servers that have it no longer take the setting and do as they must.
 */
const plainly = {
  allow_experimental_analyzer: 0,
  max_threads_for_indexes: 1,
  output_format_parallel_formatting: 0,
} satisfies ClickHouseSettings

/** For few rows that are found by a table's key. */
const oneThread = { ...plainly, max_threads: 1 } satisfies ClickHouseSettings

/** Who writes samples to a store, and takes them away. */
export type SampleWriter =
  | { readonly kind: 'any' }
  /**
   * This process alone: so it remembers latest values and aggregates by the bucket, and where it has a folder for a log of
   * samples, it answers once they are there.
   */
  | { readonly kind: 'this'; readonly log?: string | undefined }
  /** One that is heard at `at`: so this one must not, unheard by that one's memory. */
  | { readonly kind: 'another'; readonly at?: InternalRpc | undefined }

/** Samples that a statement in the background reads at most: on its one thread it must end in good time. */
const BACKGROUND_ROWS = 10_000_000

export interface SampleStoreOptions extends StoreAddress {
  readonly clock: () => Date
  readonly rowsPerQuery?: number
  readonly rules?: RollupRules
  readonly sampleWriter?: SampleWriter
  /** Called when the log of samples cannot be flushed to the tables, and with undefined when it can again. */
  readonly onSampleLog?: ((cause: unknown) => void) | undefined
}

/** Opens the store; makes no request yet, but for what an earlier process left in a log of samples. */
export function openSampleStore(options: SampleStoreOptions): SampleStore {
  const { clock, rowsPerQuery = queryLimits.rows, rules = rollupRules, ...rest } = options
  const { sampleWriter = { kind: 'any' }, onSampleLog, ...address } = rest
  const { kind: whoWrites } = sampleWriter
  const mayWrite = whoWrites !== 'another'
  const client = connect(address)
  async function readTable(organization: number, things: readonly number[]) {
    await readBarrier({ organization, things })
    return readLatest(queryFew, organization, things)
  }
  const memory = whoWrites === 'this' ? rememberSamples({ readTable }) : undefined
  // Connections of its own, so that slow queries cannot keep samples waiting for one.
  const writing = { client: connect(address), clock, rules, memory }
  const directory = whoWrites === 'this' ? sampleWriter.log : undefined
  const writer =
    directory === undefined
      ? openWriter(writing)
      : openLoggedWriter({ ...writing, directory, onFault: onSampleLog })
  const readBarrier =
    whoWrites === 'another' && sampleWriter.at
      ? readBarrierElsewhere(sampleWriter.at)
      : writer.readBarrier
  const takeVersions = numberVersions(clock, writer.above)

  const inTurn = shareQueries()

  async function query(
    sql: string,
    params: Record<string, unknown>,
    settings: ClickHouseSettings = {},
    ask = inTurn,
  ): Promise<unknown[][]> {
    try {
      return await ask(params, async (abort_signal) => {
        const result = await client.query({
          query: sql,
          query_params: params,
          format: 'JSONCompact',
          clickhouse_settings: { max_rows_to_read: String(rowsPerQuery), ...settings },
          abort_signal,
        })
        return (await result.json<unknown[]>()).data
      })
    } catch (cause) {
      throw asTooManyRows(cause) ?? unavailable(cause)
    }
  }

  /** For work in the background, which keeps no organization from its turn. */
  const queryAside = (sql: string, params: Record<string, unknown>) =>
    query(sql, params, {}, (_params, ask) => inTime(ask))

  const queryFew = (sql: string, params: Record<string, unknown>) => query(sql, params, oneThread)

  async function queryBlocks(
    sql: string,
    params: Record<string, unknown>,
    bound?: Bound,
  ): Promise<NativeBlock[]> {
    const rows = Math.min(rowsPerQuery, bound?.rowsRead ?? Number.POSITIVE_INFINITY)
    try {
      const answer = await inTurn(params, async (abort_signal) => {
        const { stream } = await client.exec({
          query: `${sql} FORMAT Native`,
          query_params: params,
          clickhouse_settings: {
            max_rows_to_read: String(rows),
            ...(bound && { max_result_bytes: String(bound.bytesAnswered) }),
          },
          abort_signal,
        })
        return stream.toArray()
      })
      return readNative(Buffer.concat(answer))
    } catch (cause) {
      throw asTooManyRows(cause) ?? unavailable(cause)
    }
  }

  async function command(sql: string, params: Record<string, unknown>): Promise<void> {
    try {
      await client.command({
        query: sql,
        query_params: params,
        clickhouse_settings: { max_rows_to_read: String(BACKGROUND_ROWS), max_threads: 1 },
      })
    } catch (cause) {
      throw asTooManyRows(cause) ?? unavailable(cause)
    }
  }

  /**
   * Takes samples away. What was acknowledged is in the tables before, since a statement finds it nowhere else; what was
   * being written meanwhile has been told of when `forget` is called.
   */
  async function remove(work: () => Promise<void>, forget: () => void): Promise<void> {
    if (!mayWrite) throw anotherWrites()
    try {
      await writer.settled()
      await work()
      if (memory) await writer.settled()
    } catch (cause) {
      memory?.doubt()
      throw unavailable(cause)
    }
    forget()
  }

  const rollups = openRollups({ query: queryAside, command }, { ...rules, clock })

  return {
    async ping() {
      const result = await client.ping({ select: true })
      if (!result.success) throw unavailable(result.error)
    },
    write({ organization, thing }, samples) {
      if (!mayWrite) return Promise.reject(anotherWrites())
      if (samples.rows === 0) return Promise.resolve()
      samples.sortByMetric()
      return writer.write({ organization, thing, samples, version: takeVersions(samples.rows) })
    },
    readBarrier,
    query: (sql, params) => query(sql, params),
    queryBlocks,
    queryPlainly: (sql, params) => query(sql, params, plainly),
    queryFew,
    latest: memory?.latest.read ?? readTable,
    remembered: () => memory?.latest.counts(),
    waitingBytes: () => writer.waitingBytes(),
    buckets: memory?.buckets,
    ends: memory?.ends,
    rollups,
    erase: (erasure) =>
      remove(
        () => eraseSamples({ client, layout: layoutAt(address), writer, clock, rules }, erasure),
        () => memory?.forget(erasure),
      ),
    expire: (expiry) =>
      remove(
        () => expireOld({ client, layout: layoutAt(address) }, expiry),
        () => memory?.forgetAll(),
      ),
    async close() {
      await Promise.all([writer.close(), rollups.close()])
      await Promise.all([client.close(), writing.client.close()])
    },
  }
}

function anotherWrites(): Error {
  return new Error('Samples are written and taken away by the process that remembers the latest.')
}
