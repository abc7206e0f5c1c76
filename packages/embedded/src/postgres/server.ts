import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { isStillDying, postgresFailure } from './failures.ts'
import type { Cluster } from './initialize.ts'

export type PostgresServer = {
  pid: number
  /** Settles with the last lines printed when the process has ended. */
  exited: Promise<string>
  /** Fast shutdown: ends sessions, loses nothing. */
  stop(): Promise<void>
}

type Launch = {
  cluster: Cluster
  port: number
  log: (line: string) => void
  /** Ends a start, which may take long: Postgres recovers first. */
  signal: AbortSignal
}

const keptLines = 40
const dyingRetryMs = 10_000

/** Starts Postgres and resolves when it accepts connections, after crash recovery if need be. */
export async function startServer(launch: Launch): Promise<PostgresServer> {
  const deadline = performance.now() + dyingRetryMs
  for (;;) {
    launch.signal.throwIfAborted()
    const attempt = await attemptStart(launch)
    if (attempt.server) return attempt.server
    if (isStillDying(attempt.output) && performance.now() < deadline) continue
    const { cluster, port } = launch
    throw postgresFailure('Postgres did not start', attempt.output, { ...cluster, port })
  }
}

function attemptStart({ cluster, port, log, signal }: Launch) {
  return new Promise<{ server?: PostgresServer; output: string }>((resolve, reject) => {
    const child = spawn(cluster.binaries.postgres, serverArguments(cluster.directory, port), {
      ...cluster.account,
      cwd: '/',
      env: { LC_ALL: 'C', PATH: process.env.PATH },
      // No inherited descriptor: an orphaned Postgres must not keep the keeper's pipes open.
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const lines: string[] = []
    const exited = new Promise<string>((settle) => {
      child.once('close', () => settle(lines.join('\n')))
    })
    const abandon = () => void stop(child, exited)
    signal.addEventListener('abort', abandon)
    const opened = () => signal.removeEventListener('abort', abandon)
    void exited.then(opened)
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line)
      if (lines.length > keptLines) lines.shift()
      log(line)
      if (!line.includes('database system is ready to accept connections')) return
      opened()
      const server = { pid: child.pid ?? 0, exited, stop: () => stop(child, exited) }
      resolve({ server, output: '' })
    })
    child.once('error', reject)
    void exited.then((output) => resolve({ output: `${output}\n` }))
  })
}

function serverArguments(directory: string, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    // A socket file would need a path below 108 bytes and a directory that Postgres' account can access.
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', directory, '-p', String(port), ...flags]
}

async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), 30_000)
  await exited
  clearTimeout(timer)
}
