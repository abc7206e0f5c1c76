import { totalmem } from 'node:os'
import { connect, layoutAt } from '@sluice/clickhouse'
import { queryLimits } from '@sluice/contract'
import { readLatest } from './cache/latest/read-latest.ts'
import { rememberSamples } from './cache/memory.ts'
import { eraseSamples } from './delete/eraser.ts'
import { eraseThings, expireOld } from './delete/expirer.ts'
import { openRollups } from './rollups/open-rollups.ts'
import { rollupRules } from './rollups/rules.ts'
import { openStatements } from './statements.ts'
import type { SampleStore, SampleStoreOptions, SampleWriter } from './store.ts'
import { unavailable } from './unavailable.ts'
import { highestVersion } from './write/blocks/highest-version.ts'
import { numberVersions } from './write/blocks/versions.ts'
import { openSharedWriter } from './write/shared/shared-writer.ts'
import type { BarrierScope } from './write/wal/barrier-scope.ts'
import { readBarrierElsewhere } from './write/wal/elsewhere.ts'
import { type LoggedWriterOptions, openLoggedWriter } from './write/wal/logged-writer.ts'
import {
  type NumberingWriter,
  openWriter,
  type Writer,
  type WriterOptions,
} from './write/writer.ts'

/** For samples in memory where nothing else is said: 32 million on a machine of 8 GB or more. */
const CACHE_BYTES = Math.min(512 * 1024 * 1024, totalmem() / 16)

/** Opens the store; makes no request yet, but for what an earlier process left in a log of samples. */
export function openSampleStore(options: SampleStoreOptions): SampleStore {
  const { clock, rowsPerQuery = queryLimits.rows, ...rest } = options
  const { sampleWriter = { kind: 'any' }, cacheBytes = CACHE_BYTES, ...others } = rest
  const { onSampleLog, onDamagedLog, ...address } = others
  const mayWrite = sampleWriter.kind !== 'another'
  const client = connect(address)
  const layout = layoutAt(address)
  const statements = openStatements(client, rowsPerQuery)
  async function readTable(organization: number, things: readonly number[]) {
    await readBarrier({ organization, things })
    return readLatest(statements.queryFew, organization, things)
  }
  const memory =
    sampleWriter.kind === 'this'
      ? rememberSamples({ readTable, chunkBytes: cacheBytes })
      : undefined
  const rollups = openRollups(
    {
      query: statements.queryAside,
      queryWhole: statements.queryWhole,
      command: statements.command,
    },
    { ...rollupRules, clock },
  )
  // Connections of its own, so that slow queries cannot keep samples waiting for one.
  const writing = {
    client: connect(address),
    clock,
    rules: rollupRules,
    memory,
    rolledUpBefore: rollups.rolledUpBefore,
  }
  const told = { onFault: onSampleLog, onDamage: onDamagedLog }
  const writer = openWriterFor(sampleWriter, writing, told, () => highestVersion(statements))
  const readBarrier = readBarrierFor(sampleWriter, writer)

  /**
   * Takes samples away. What was acknowledged is in the tables before, since a statement finds it nowhere else. The caches
   * have followed what was being written meanwhile when `forget` is called.
   */
  async function remove(
    work: () => Promise<void>,
    forget: () => void,
    scope?: BarrierScope,
  ): Promise<void> {
    if (!mayWrite) throw anotherWrites()
    try {
      await writer.drained(scope)
      await work()
      if (memory) await writer.drained()
    } catch (cause) {
      memory?.noteIndeterminate()
      throw unavailable(cause)
    }
    forget()
  }

  return {
    async ping() {
      const result = await client.ping({ select: true })
      if (!result.success) throw unavailable(result.error)
    },
    write({ organization, thing }, samples) {
      if (!mayWrite) return Promise.reject(anotherWrites())
      if (samples.rows === 0) return Promise.resolve()
      samples.sortByMetric()
      return writer.write({ organization, thing, samples })
    },
    readBarrier,
    query: statements.query,
    queryBlocks: statements.queryBlocks,
    queryPlainly: statements.queryPlainly,
    queryFew: statements.queryFew,
    latest: memory?.latest.read ?? readTable,
    remembered: () => memory?.latest.counts(),
    waitingBytes: () => writer.waitingBytes(),
    queries: statements.queries,
    buckets: memory?.buckets,
    chunks: memory?.chunks,
    rollups,
    takeVersion: writer.takeVersion,
    lastBeat: writer.lastBeat,
    async erase(erasure) {
      const { organization, thing } = erasure
      if (!mayWrite) throw anotherWrites()
      const below = erasure.below ?? (await writer.takeVersion(erasure))
      await remove(
        () => eraseSamples({ client, layout, writer }, { ...erasure, below }),
        () => memory?.forget(erasure),
        { organization, things: [thing] },
      )
    },
    expire: (expiry) =>
      remove(
        () => expireOld({ client, layout }, expiry),
        () => memory?.forgetAll(),
      ),
    // No query finds these things: nothing of them is remembered for one.
    eraseThings: (things) =>
      remove(
        () => eraseThings({ client, layout }, things),
        () => {},
      ),
    async close() {
      await Promise.all([writer.close(), rollups.close()])
      await Promise.all([client.close(), writing.client.close()])
    },
  }
}

type Told = Pick<LoggedWriterOptions, 'onFault' | 'onDamage'>

/** With a log where this process writes alone and has a folder for one, or where all nodes share one. */
function openWriterFor(
  sampleWriter: SampleWriter,
  { memory, ...tables }: WriterOptions,
  told: Told,
  highestVersion: () => Promise<bigint>,
): NumberingWriter {
  if (sampleWriter.kind === 'shared') {
    const { log, flushes } = sampleWriter
    return openSharedWriter({ ...tables, ...told, log, flushes, highestVersion })
  }
  const directory = sampleWriter.kind === 'this' ? sampleWriter.log : undefined
  const writing = { memory, ...tables }
  const writer =
    directory === undefined
      ? openWriter(writing)
      : openLoggedWriter({ ...writing, ...told, directory })
  const above = sampleWriter.kind === 'this' ? (sampleWriter.above ?? 0n) : 0n
  return numbering(writer, tables.clock, above)
}

/** Numbers the writes of this process. */
function numbering(
  { write, ...writer }: Writer,
  clock: () => Date,
  above: bigint,
): NumberingWriter {
  const takeVersions = numberVersions(clock, above > writer.above ? above : writer.above)
  return {
    ...writer,
    write: ({ organization, thing, samples }) =>
      write({ organization, thing, samples, version: takeVersions(samples.rows) }),
    takeVersion: async () => takeVersions(1),
    lastBeat: () => undefined,
  }
}

function readBarrierFor(
  sampleWriter: SampleWriter,
  writer: NumberingWriter,
): Writer['readBarrier'] {
  if (sampleWriter.kind !== 'another' || !sampleWriter.at) return writer.readBarrier
  return readBarrierElsewhere(sampleWriter.at)
}

function anotherWrites(): Error {
  return new Error('Samples are written and taken away by the process that remembers the latest.')
}
