import { mkdir, readFile, realpath } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedStoreError, toStoreError } from '../error.ts'
import { describeProcess } from '../process/describe-process.ts'
import type { RunningStore } from '../process/run-store.ts'
import { isSupervised } from '../process/supervised.ts'
import { createConnections } from './connections.ts'
import { type Engine, openEngine } from './engine.ts'
import { forbiddenAmong } from './inside.ts'
import type { ServerIdentity } from './respond.ts'
import { startEngineServer } from './server.ts'
import { openSpool } from './spool.ts'
import { stopMerges } from './stop-merges.ts'

export type ClickHouseOptions = {
  /** The directory of the engine's files; created if it is new. */
  directory: string
  /** Of the only user, `default`. */
  password: string
  /** By default a free one. */
  port?: number
  /** Concurrent statements, not counting inserts of rows; others wait. Default: 16. */
  concurrency?: number
  /** The most bytes of a body after decompression. Default: 256 MiB. */
  maxBodyBytes?: number
  /**
   * How much lower than its parent's the priority of the process is, in nice levels. Default: 5, because queries use
   * every core they get, while a call to the API takes microseconds.
   */
  niceness?: number
  /** Replaces the default ClickHouse configuration, which syncs inserts to disk. */
  configFile?: string
}

const drainMs = 5_000
const mergeMs = 5_000
const lockPatienceMs = 15_000

/** Opens the engine on `directory` and serves ClickHouse's HTTP interface. */
export async function startClickHouse(options: ClickHouseOptions): Promise<RunningStore> {
  const { password, port = 0, concurrency = 16, maxBodyBytes = 256 * 1024 * 1024 } = options
  // Before the engine's threads are created, since they inherit it. An ordinary user can only lower the priority.
  const { niceness = 5 } = options
  if (niceness > 0) setPriority(Math.min(19, getPriority() + niceness))
  await mkdir(options.directory, { recursive: true, mode: 0o700 })
  const directory = await realpath(options.directory)
  // The engine reads an unknown table's name as a file in the working directory, so that has none.
  const empty = path.join(directory, 'no-files')
  await mkdir(empty, { recursive: true, mode: 0o700 })
  process.chdir(empty)
  const engine = await openWhenFree(directory, options.configFile)
  const spool = openSpool(directory)
  process.once('exit', spool.close)
  const connections = createConnections(engine, concurrency)
  const identity = await identify(engine)
  const { promise: died, resolve: onBreakdown } = Promise.withResolvers<Error>()
  const forbidden = forbiddenAmong(await tableFunctions(engine))
  const context = {
    ...{ engine, connections, spool, identity, password, maxBodyBytes, onBreakdown },
    forbidden,
  }
  const server = await startEngineServer(context, port)
  return {
    port: server.port,
    pid: process.pid,
    died: died.then(toStoreError),
    stop: async () => {
      const ended =
        (await server.close(drainMs, connections.killAll)) && (await stopMerges(engine, mergeMs))
      if (ended) return connections.close()
      // A connection cannot be closed while its statement runs, and Node's exit would try and hang.
      spool.close()
      process.kill(process.pid, 'SIGKILL')
    },
  }
}

/** An engine whose supervisor was killed needs a moment to end; one with a living supervisor is in use. */
async function openWhenFree(directory: string, configFile?: string): Promise<Engine> {
  const deadline = performance.now() + lockPatienceMs
  for (;;) {
    try {
      return openEngine(directory, configFile)
    } catch (cause) {
      const holder = await lockHolder(directory)
      if (holder === undefined) throw cannotOpen(directory, cause)
      if (isSupervised(holder) || performance.now() > deadline) {
        throw inUse(directory, holder, cause)
      }
      await pause(100)
    }
  }
}

/** The engine writes its process id into `status`, which it locks. */
async function lockHolder(directory: string): Promise<number | undefined> {
  const status = await readFile(path.join(directory, 'status'), 'utf8').catch(() => '')
  const pid = Number(/^PID: (\d+)/m.exec(status)?.[1])
  return pid && pid !== process.pid && describeProcess(pid) ? pid : undefined
}

function inUse(directory: string, pid: number, cause: unknown): EmbeddedStoreError {
  return new EmbeddedStoreError(
    'already-running',
    `The ClickHouse engine already runs on ${directory} (process ${pid}). One process can have it open: stop that one first.`,
    { cause },
  )
}

function cannotOpen(directory: string, cause: unknown): EmbeddedStoreError {
  const detail = cause instanceof Error ? cause.message : String(cause)
  return new EmbeddedStoreError(
    'failed',
    `The ClickHouse engine cannot open ${directory}: ${detail}`,
    { cause },
  )
}

async function tableFunctions(engine: Engine): Promise<string[]> {
  const sql = 'SELECT name FROM system.table_functions'
  const { bytes } = await engine.read(engine.control, sql, 'TabSeparated')
  return Buffer.from(bytes).toString().trim().split('\n')
}

async function identify(engine: Engine): Promise<ServerIdentity> {
  const { bytes } = await engine.read(
    engine.control,
    'SELECT version(), timezone()',
    'TabSeparated',
  )
  const [version = '', timezone = 'UTC'] = Buffer.from(bytes).toString().trim().split('\t')
  return { version, timezone }
}
