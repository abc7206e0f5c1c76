import { beginAtOnce, coalesce, repeat } from '@sluice/runtime'
import type { SampleMemory } from '../../cache/memory.ts'
import { BARRIER_PATIENCE_MS, type Tables } from '../all-replicas.ts'
import { batchWrites } from '../batching.ts'
import { type Piece, piecesOf, samplesOf } from '../blocks/pieces.ts'
import { encodedSize } from '../blocks/sample-block.ts'
import type { NewWrite } from '../blocks/write.ts'
import { batchInserter } from '../insert-batch.ts'
import { grouping, type Writer } from '../writer.ts'
import { openSharedBarrier } from './barrier.ts'
import { openSharedFlusher } from './flusher.ts'
import { openFollower } from './follower.ts'
import { partitionOf, partitionsOf } from './partition-of.ts'
import { encodeRecord, goneRecord } from './record.ts'
import {
  type LogState,
  type NewRecord,
  NotStarted,
  PARTITIONS,
  type SharedLog,
} from './shared-log.ts'

interface Options extends Tables {
  readonly log: SharedLog
  /** The caches, which follow the log. */
  readonly memory: SampleMemory | undefined
  /** Whether this node also flushes; otherwise it only reads and writes, and does not start the log. */
  readonly flushes: boolean
  /** Finds the highest version in the tables. */
  readonly highestVersion: () => Promise<bigint>
  /** Called when pending records cannot be stored or the log is unavailable, and with undefined once that is over. */
  readonly onFault?: ((cause: unknown) => void) | undefined
}

const MEBIBYTE = 1024 * 1024

/**
 * Writes through a shared log (group commit): callers are answered once the record of their group is committed. One
 * group per partition is in flight at a time; what arrives meanwhile forms the next one.
 */
export function openSharedWriter(options: Options): Writer {
  const { flushes, highestVersion, memory, onFault = () => {}, ...tables } = options
  const log = { ...options.log, progress: coalesce(options.log.progress) }
  const insertBatch = batchInserter(tables)
  const barrier = openSharedBarrier({ log, patience: BARRIER_PATIENCE_MS, look: 100 })
  const flusher = flushes
    ? openSharedFlusher({
        // All partitions together make about one insert per second, unless queries hurry them or batches are full.
        ...{ log, onFault, beat: 1000, rest: PARTITIONS * 1000, retry: 1000 },
        limit: { bytes: 16 * MEBIBYTE, runs: 20_000, records: 1000 },
        store: insertBatch,
        ping: () => ping(tables.client),
      })
    : undefined
  const { progress } = log
  const follower = memory && openFollower({ log, progress, memory, beat: 1000 })
  log.listen((signal) => {
    barrier.heard(signal)
    flusher?.heard(signal)
  })
  let started: Promise<void> | undefined

  /** Done once; again after a failure, or once a process that wrote alone has ended the log. */
  function start(): Promise<void> {
    started ??= log.start(flushes ? highestVersion : undefined).catch((cause) => {
      started = undefined
      throw cause
    })
    return started
  }

  async function onceStarted<Done>(work: () => Promise<Done>): Promise<Done> {
    await start()
    try {
      return await work()
    } catch (cause) {
      if (isNotStarted(cause)) started = undefined
      throw cause
    }
  }

  // Others that do not flush wait for it.
  const stopStarting = flushes ? repeat(START_EVERY_MS, start) : async () => {}
  if (flushes) start().catch(() => {})

  const partitions = Array.from({ length: PARTITIONS }, (_, partition) =>
    batchWrites<PieceOfWrite>({
      ...grouping,
      bytesOf: ({ piece }) => encodedSize(piece),
      queueBytes: grouping.queueBytes / PARTITIONS,
      async sink(pieces) {
        const record = await beginAtOnce(recordOf(pieces))
        await onceStarted(() => log.append(partition, record))
      },
    }),
  )

  return {
    async write(write) {
      const groups = partitions[partitionOf(write)] as (typeof partitions)[number]
      await groups.add(...piecesOf(write.samples).map((piece) => ({ write, piece })))
      write.samples.free()
    },
    takeVersion: (numbers) => onceStarted(() => log.takeVersion(partitionOf(numbers))),
    readBarrier: barrier.pass,
    // Versions are assigned in the transaction of their record.
    settled: barrier.pass,
    drained: barrier.pass,
    drainsByScope: true,
    catchUp:
      follower &&
      (({ organization, things }) => follower.catchUp(partitionsOf(organization, things))),
    async forget(gone) {
      const partitions = 'thing' in gone ? [partitionOf(gone)] : partitionsOf(0, undefined)
      const record = goneRecord(gone)
      await onceStarted(() =>
        Promise.all(partitions.map((partition) => log.append(partition, record))),
      )
    },
    waitingBytes: () => flusher && sumOf(flusher.state()),
    logState: () => flusher?.state(),
    async close() {
      await Promise.all([stopStarting(), ...partitions.map((groups) => groups.close())])
      await Promise.all([flusher?.close(), follower?.close()])
      barrier.close()
      await log.close()
    },
  }
}

interface PieceOfWrite {
  readonly write: NewWrite
  readonly piece: Piece
}

/** Yields between pieces with texts. These are copied only here: those of a large call all at once would take long. */
function* recordOf(pieces: readonly PieceOfWrite[]): Generator<void, NewRecord> {
  const writes: NewWrite[] = []
  for (const { write, piece } of pieces) {
    writes.push({ ...write, samples: samplesOf(write.samples, piece) })
    if (piece.endOfTexts > piece.firstText) yield
  }
  return yield* encodeRecord(writes)
}

function isNotStarted(cause: unknown): boolean {
  return cause instanceof Error && cause.cause instanceof NotStarted
}

/** Milliseconds. */
const [PING_TIMEOUT_MS, START_EVERY_MS] = [5000, 1000]

async function ping(client: Tables['client']): Promise<boolean> {
  const abort_signal = AbortSignal.timeout(PING_TIMEOUT_MS)
  return (await client.ping({ select: true, abort_signal })).success
}

function sumOf(state: LogState | undefined): number {
  return (state?.partitions ?? []).reduce((sum, { pendingBytes }) => sum + pendingBytes, 0)
}
