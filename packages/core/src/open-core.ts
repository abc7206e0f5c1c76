import { connect, traceQuery } from '@sluice/clickhouse'
import type { Tracing } from '@sluice/runtime'
import { type OnBackground, repeat, workFor } from '@sluice/runtime'
import { type DamagedSegment, openTelemetry, type SampleWriter } from '@sluice/telemetry'
import { type BucketPlace, limitAddresses, type OnFault, openBuckets } from './buckets/index.ts'
import { type ChangeFeed, type Instant, openChangeFeed } from './changes/index.ts'
import type { Core } from './context.ts'
import { openDatabase } from './database/client.ts'
import { forgetExpired } from './idempotency/index.ts'
import { cacheKeys, loadKey, type Peppers } from './keys/index.ts'
import { knownThingsOf } from './known-things/index.ts'
import { openLastSeenBuffer } from './last-seen/buffer.ts'
import { openLongCalls } from './pipeline/long-calls/index.ts'
import { openPostgresLog } from './sample-log/index.ts'
import { openTeller, tellExhausted } from './signals/index.ts'
import { openRequestLog, openSampleCounts, type RequestLogOptions } from './usage/index.ts'

export interface CoreOptions {
  readonly databaseUrl: string
  /** May hold user and password. */
  readonly clickhouseUrl: string
  /** The cluster that it is a node of; the one server holds everything without it. */
  readonly clickhouseCluster?: string | undefined
  /**
   * Who writes samples there: another process unless told otherwise. `nodes` is the product on many machines, through the log
   * that they share in Postgres.
   */
  readonly sampleWriter?: SampleWriter | Nodes
  /** Of memory for samples, in bytes, where this process alone writes them. */
  readonly telemetryCacheBytes?: number | undefined
  /** Called when the write-ahead log cannot be flushed, and with undefined when it can again. */
  readonly onSampleLog?: (cause: unknown) => void
  /** Called with each segment of the samples' log that the disk has damaged. */
  readonly onDamagedLog?: (damaged: DamagedSegment) => void
  readonly peppers: Peppers
  readonly clock?: () => Date
  /** What trust in remembered rows is judged by; the process's own clocks by default. */
  readonly trustClock?: () => Instant
  readonly databaseConnections?: number
  /** Connections of a thread of its own for long calls of control data; without it they run here. */
  readonly threadConnections?: number
  /** Whether integrations may reach this machine, and by plain http; not unless told so. */
  readonly localReceivers?: boolean
  /** Where the buckets are; in this process's memory unless told otherwise. */
  readonly buckets?: BucketPlace
  /** Called once when the buckets can no longer be kept or shared, and once when they can again. */
  readonly onBuckets?: OnFault
  /** Called once when the request log cannot be written, and once when it can again. */
  readonly onRequestLog?: RequestLogOptions['onChange']
  /**
   * Called when the background work below fails: flushing the last-seen buffer, deleting expired answers. It is
   * tried again.
   */
  readonly onBackground?: OnBackground
  /** Called for every call of a store. Without it nothing is traced. */
  readonly tracing?: Tracing | undefined
}

interface Nodes {
  readonly kind: 'nodes'
  /** Whether this process also brings samples from the log into the store. */
  readonly flushes: boolean
}

const FLUSH_EVERY_MS = 2_000
const FORGET_EVERY_MS = 600_000
/** For telling of what was seen last, when the process ends: what is not told then is looked at with a thing's next data. */
const TELL_MS = 5_000

/** Opens the stores of one process. `close` writes what is still held in memory. */
export function openCore(
  options: CoreOptions,
): Core & { readonly changes: ChangeFeed; close(): Promise<void> } {
  const { tracing, sampleWriter = { kind: 'another' }, onSampleLog, onDamagedLog } = options
  const clock = options.clock ?? (() => new Date())
  const milliseconds = options.clock ? () => clock().getTime() : Date.now
  const db = openDatabase(options.databaseUrl, options.databaseConnections, tracing)
  const changes = openChangeFeed(options.databaseUrl, db, options.trustClock)
  const address = { url: options.clickhouseUrl, cluster: options.clickhouseCluster }
  const telemetry = openTelemetry({
    ...address,
    clock,
    sampleWriter:
      sampleWriter.kind === 'nodes'
        ? {
            kind: 'shared',
            flushes: sampleWriter.flushes,
            log: openPostgresLog(options.databaseUrl),
          }
        : sampleWriter,
    cacheBytes: options.telemetryCacheBytes,
    onSampleLog,
    onDamagedLog,
    tracing,
  })
  const log = openRequestLog({
    client: connect(address),
    ...(options.onRequestLog && { onChange: options.onRequestLog }),
  })
  const usage = tracing ? { ...log, query: traceQuery(log.query, tracing) } : log
  const sampleCounts = openSampleCounts({ client: connect(address) })
  const { buckets: place = { kind: 'memory' }, onBuckets } = options
  const buckets = openBuckets(place, milliseconds, onBuckets, tracing)
  const { onBackground = () => {} } = options
  const lastSeen = openLastSeenBuffer(db, {
    ...openTeller({ db, telemetry, clock }, onBackground),
    exhausted: (limits) => tellExhausted({ db }, limits),
  })
  const localReceivers = options.localReceivers ?? false
  const { databaseUrl, peppers, threadConnections: connections } = options
  const longCalls =
    connections === undefined
      ? undefined
      : openLongCalls({ databaseUrl, connections, peppers, localReceivers })
  const stopFlushing = repeat(
    FLUSH_EVERY_MS,
    () => workFor('last use', () => lastSeen.write()),
    onBackground,
  )
  const forget = () => forgetExpired(db, clock())
  const stopForgetting = repeat(FORGET_EVERY_MS, forget, onBackground)
  return {
    ...{ db, changes, telemetry, lastSeen, usage, sampleCounts, clock },
    knownKeys: cacheKeys({
      load: (id) => workFor('key lookups', () => loadKey(db, id)),
      feed: changes,
    }),
    knownThings: knownThingsOf(db, changes),
    buckets,
    addresses: limitAddresses(milliseconds),
    ...{ peppers, localReceivers, longCalls },
    async close() {
      await longCalls?.close()
      await Promise.all([stopFlushing(), stopForgetting()])
      await changes.close()
      await Promise.all([
        lastSeen.flush(AbortSignal.timeout(TELL_MS)).catch(onBackground),
        ...[usage.close(), sampleCounts.close(), buckets.close()],
      ])
      await telemetry.close()
      await db.$disconnect()
    },
  }
}
