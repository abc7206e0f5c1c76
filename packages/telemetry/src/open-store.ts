import { totalmem } from 'node:os'
import { connect, layoutAt } from '@sluice/clickhouse'
import { atOnce, repeat } from '@sluice/runtime'
import { chunkLoader } from './cache/chunks/load-chunks.ts'
import { keepRemembered } from './cache/keep-remembered.ts'
import { readLatest } from './cache/latest/read-latest.ts'
import { rememberSamples, type SampleMemory } from './cache/memory.ts'
import { drainedThings } from './delete/drained-things.ts'
import { eraseSamples } from './delete/eraser.ts'
import { eraseThings, expireOld } from './delete/expirer.ts'
import { joinErasures } from './delete/joined-erasures.ts'
import { loadBehindBarrier } from './query/axis/behind-read-barrier.ts'
import { largeReadTurns } from './query/large-reads.ts'
import { type Horizon, openRollups } from './rollups/open-rollups.ts'
import { openStatements } from './statements.ts'
import type { SampleStore, SampleStoreOptions, SampleWriter } from './store.ts'
import { storedBytes } from './stored-bytes.ts'
import type { Gone } from './thing-numbers.ts'
import { unavailable } from './unavailable.ts'
import { searchHighestVersion } from './write/shared/highest-version.ts'
import { partitionOf } from './write/shared/partition-of.ts'
import { openSharedWriter } from './write/shared/shared-writer.ts'
import { horizonElsewhere, readBarrierElsewhere } from './write/wal/elsewhere.ts'
import { type LoggedWriterOptions, openLoggedWriter } from './write/wal/logged-writer.ts'
import { anotherWrites, refusingWriter, type Writer } from './write/writer.ts'

/** The default for samples in memory: at least 32 million on a machine with 8 GB or more. */
const CACHE_BYTES = Math.min(512 * 1024 * 1024, totalmem() / 16)
/** Milliseconds between two looks at what has to be loaded into memory. */
const UPKEEP_EVERY_MS = 250

/** Opens the store. The only requests at once are for what an earlier process left in the log or listed for preloading. */
export function openSampleStore(options: SampleStoreOptions): SampleStore {
  const { clock, rowsPerQuery, bytesPerAnswer, ...rest } = options
  const { sampleWriter = { kind: 'another' }, cacheBytes = CACHE_BYTES, ...others } = rest
  const { onSampleLog, onDamagedLog, ...address } = others
  const client = connect(address)
  const layout = layoutAt(address)
  const statements = openStatements(client, options)
  async function readTable(organization: number, things: readonly number[]) {
    await readBarrier({ organization, things })
    return readLatest(statements.queryBlocks, organization, things)
  }
  const follows =
    sampleWriter.kind === 'this' || (sampleWriter.kind === 'shared' && sampleWriter.flushes)
  const loadsAhead = sampleWriter.kind === 'this'
  const memory = follows
    ? rememberSamples({ readTable, chunkBytes: cacheBytes, loadsAhead })
    : undefined
  async function readMemory(organization: number, things: readonly number[]) {
    if (writer.catchUp) await writer.catchUp({ organization, things })
    return memory?.latest.read(organization, things) ?? new Map()
  }
  const rollups = openRollups(
    { query: statements.queryAside, command: statements.command },
    { clock, horizon },
  )
  // Writes have connections of their own, so slow queries cannot block them.
  const forWrites = connect(address)
  const writer = openWriterFor(sampleWriter, {
    ...{ client: forWrites, layout, clock, memory, onFault: onSampleLog, onDamage: onDamagedLog },
    highestVersion: searchHighestVersion(statements),
  })
  const { readBarrier } = writer
  const load = loadBehindBarrier({ readBarrier }, chunkLoader(statements))
  const kept =
    memory && sampleWriter.kind === 'this'
      ? keepRemembered(sampleWriter.log, memory, load)
      : undefined

  const stopUpkeep = memory && repeat(UPKEEP_EVERY_MS, () => memory.chunks.upkeep(load))

  /** All things of a partition share one sequence, so one of them stands for all. */
  async function horizon({ organization, things }: Parameters<Horizon>[0]) {
    if (sampleWriter.kind === 'another') {
      return sampleWriter.at && horizonElsewhere(sampleWriter.at, { organization, things })
    }
    const numbers = things.map((thing) => ({ organization, thing }))
    const ofPartitions = new Map(numbers.map((thing) => [partitionOf(thing), thing]))
    const versions = await Promise.all([...ofPartitions.values()].map(writer.takeVersion))
    await writer.settled({ organization, things })
    return versions.reduce((one, other) => (one < other ? one : other))
  }

  /** Removes samples. If that fails, it is unknown which of those in `gone` are left. */
  async function remove<Done>(gone: Gone | undefined, work: () => Promise<Done>): Promise<Done> {
    if (sampleWriter.kind === 'another') throw anotherWrites()
    try {
      return await work()
    } catch (cause) {
      if (gone) memory?.noteIndeterminate(gone)
      throw unavailable(cause)
    }
  }

  const eraseJoined = joinErasures((erasure) =>
    remove(erasure, async () => {
      // The statements only see the tables.
      await writer.drained({ organization: erasure.organization, things: [erasure.thing] })
      await eraseSamples({ client, layout, writer }, erasure)
      await writer.forget(erasure)
    }),
  )

  return {
    async ping() {
      const result = await client.ping({ select: true })
      if (!result.success) throw unavailable(result.error)
    },
    write({ organization, thing }, samples) {
      if (samples.rows === 0) return Promise.resolve()
      // Large buffers have been sorted in slices already.
      atOnce(samples.sortByMetric())
      return writer.write({ organization, thing, samples })
    },
    readBarrier,
    catchUp: writer.catchUp,
    query: statements.query,
    queryBlocks: statements.queryBlocks,
    latest: memory ? readMemory : readTable,
    storedBytes: (organizations) => storedBytes(statements, organizations),
    figures: () => ({
      latest: memory?.latest.counts(),
      buckets: memory?.buckets.counts(),
      chunks: memory?.chunks.counts(),
      waitingBytes: writer.waitingBytes(),
      sharedLog: writer.logState(),
      queries: statements.queries(),
    }),
    buckets: memory?.buckets,
    chunks: memory && {
      ...memory.chunks,
      read: (wanted) => memory.chunks.read(wanted, load),
    },
    largeReads: largeReadTurns(),
    preloading: async () => kept?.begun() ?? [],
    rollups,
    horizon,
    takeVersion: writer.takeVersion,
    async erase(erasure) {
      const below = erasure.below ?? (await writer.takeVersion(erasure))
      await eraseJoined({ ...erasure, below })
    },
    expire(expiry) {
      const gone = { organizations: new Set(expiry.map(({ organization }) => organization)) }
      return remove(gone, async () => {
        // What cannot be stored now, of any organization, is left to a later expiry.
        await writer.drained().catch(() => {})
        await expireOld({ client, layout }, expiry, () => writer.forget(gone))
      })
    },
    eraseThings: (things) =>
      // No query finds these things, so there is nothing to invalidate.
      remove(undefined, async () => {
        const drained = await drainedThings(writer, things)
        if (drained.length > 0) await eraseThings({ client, layout }, drained)
        return drained
      }),
    async close() {
      await Promise.all([kept?.close(), stopUpkeep?.()])
      await Promise.all([writer.close(), rollups.close()])
      await Promise.all([client.close(), forWrites.close()])
    },
  }
}

interface Writing
  extends Pick<LoggedWriterOptions, 'client' | 'layout' | 'clock' | 'onFault' | 'onDamage'> {
  readonly memory: SampleMemory | undefined
  readonly highestVersion: () => Promise<bigint>
}

function openWriterFor(
  sampleWriter: SampleWriter,
  { highestVersion, ...writing }: Writing,
): Writer {
  if (sampleWriter.kind === 'this') {
    const { log: directory, above } = sampleWriter
    return openLoggedWriter({ ...writing, directory, above })
  }
  if (sampleWriter.kind === 'shared') {
    const { log, flushes } = sampleWriter
    return openSharedWriter({ ...writing, log, flushes, highestVersion })
  }
  return refusingWriter(sampleWriter.at && readBarrierElsewhere(sampleWriter.at))
}
