import { connect, traceQuery } from '@sluice/clickhouse'
import type { Tracing } from '@sluice/runtime'
import { type OnBackground, repeat, workFor } from '@sluice/runtime'
import { type DamagedSegment, openTelemetry, type SampleWriter } from '@sluice/telemetry'
import {
  type BucketPlace,
  keyReserves,
  limitAddresses,
  type OnFault,
  openBuckets,
} from './buckets/index.ts'
import { type ChangeFeed, type Instant, openChangeFeed } from './changes/index.ts'
import type { Core } from './context.ts'
import { openDatabase } from './database/client.ts'
import { forgetExpired } from './idempotency/index.ts'
import { cacheKeys, loadKey, loadKeys, type Peppers } from './keys/index.ts'
import { knownThingsOf } from './known-things/index.ts'
import { openLastSeenBuffer } from './last-seen/buffer.ts'
import { openCallTurns } from './pipeline/call-turns.ts'
import { openLongCalls } from './pipeline/long-calls/index.ts'
import { openPostgresLog } from './sample-log/index.ts'
import { openTeller, tellExhausted } from './signals/index.ts'
import { openRequestLog, openSampleCounts, type RequestLogOptions } from './usage/index.ts'

export interface CoreOptions {
  readonly databaseUrl: string
  /** May contain user and password. */
  readonly clickhouseUrl: string
  /** The cluster that it belongs to; without one, a single server has everything. */
  readonly clickhouseCluster?: string | undefined
  /** Which process writes samples. Default: another one. `nodes` means several machines, which share a log in Postgres. */
  readonly sampleWriter?: SampleWriter | Nodes
  /** Bytes of memory for cached samples, if this process alone writes them. */
  readonly telemetryCacheBytes?: number | undefined
  /** Called when the write-ahead log cannot be flushed, and with undefined once it can again. */
  readonly onSampleLog?: (cause: unknown) => void
  /** Called for each damaged segment of the log of samples. */
  readonly onDamagedLog?: (damaged: DamagedSegment) => void
  readonly peppers: Peppers
  readonly clock?: () => Date
  /** The clocks by which trust in caches is judged. Default: the process's own. */
  readonly trustClock?: () => Instant
  readonly databaseConnections?: number
  /** Connections of a thread for long calls to the control database; without it they run here. */
  readonly threadConnections?: number
  /** Whether integrations may call this machine, and over plain http. Default: false. */
  readonly localReceivers?: boolean
  /** Where the buckets are stored. Default: in this process's memory. */
  readonly buckets?: BucketPlace
  /** Called when the buckets can no longer be stored or shared, and again when they can. */
  readonly onBuckets?: OnFault
  /** Called when the request log can no longer be written, and again when it can. */
  readonly onRequestLog?: RequestLogOptions['onChange']
  /** Called when background work fails: flushing the last-seen buffer, deleting expired answers. It is retried. */
  readonly onBackground?: OnBackground
  /** Called for every call to a store. Without it nothing is traced. */
  readonly tracing?: Tracing | undefined
}

interface Nodes {
  readonly kind: 'nodes'
  /** Whether this process also flushes the log into the store. */
  readonly flushes: boolean
}

const FLUSH_EVERY_MS = 2_000
const FORGET_EVERY_MS = 600_000
/** Milliseconds for reporting the last sightings when the process ends. The rest is noticed with a thing's next data. */
const REPORT_MS = 5_000

/** Opens the stores of a process. `close` writes what is still in memory. */
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
      loadAll: (ids) => workFor('key lookups', () => loadKeys(db, ids)),
      feed: changes,
    }),
    knownThings: knownThingsOf(db, changes),
    buckets,
    reserves: keyReserves(milliseconds),
    addresses: limitAddresses(milliseconds),
    ...{ peppers, localReceivers, longCalls, callTurns: openCallTurns() },
    async close() {
      await longCalls?.close()
      await Promise.all([stopFlushing(), stopForgetting()])
      await changes.close()
      await Promise.all([
        lastSeen.flush(AbortSignal.timeout(REPORT_MS)).catch(onBackground),
        ...[usage.close(), sampleCounts.close(), buckets.close()],
      ])
      await telemetry.close()
      await db.$disconnect()
    },
  }
}
