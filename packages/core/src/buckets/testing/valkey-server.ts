import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@sluice/embedded'

const execute = promisify(execFile)

/** A real Valkey or Redis on this machine. */
export interface TestServer {
  readonly url: string
  readonly port: number
  /** The process id, which changes with a restart. */
  pid(): number
  /** Pauses it, as if its machine hung. */
  pause(): void
  resume(): void
  kill(): Promise<void>
  /** Restarts it on the same port, with its persisted data. */
  restart(): Promise<void>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

/** The program: Debian has Valkey since version 13, and Redis before. */
async function program(kind: 'server' | 'cli'): Promise<string> {
  for (const name of ['valkey', 'redis']) {
    const found = await execute(`${name}-${kind}`, ['--version']).catch(() => undefined)
    if (found) return `${name}-${kind}`
  }
  throw new Error(`There is no valkey-${kind} or redis-${kind}: install Debian's package.`)
}

export async function startServer(...extra: string[]): Promise<TestServer> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-valkey-'))
  const port = await freePort()
  const own = ['--port', String(port), '--dir', directory, '--bind', '127.0.0.1']
  const kept = [
    '--save',
    '',
    '--appendonly',
    'yes',
    '--appendfsync',
    'everysec',
    '--loglevel',
    'warning',
  ]
  const name = await program('server')
  let child: ChildProcess

  async function begin() {
    child = spawn(name, [...own, ...kept, ...extra], { stdio: 'ignore' })
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode}`)
    }
  }

  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  await begin()
  return {
    ...{ port, kill, restart: begin, pid: () => child.pid ?? 0 },
    url: `redis://127.0.0.1:${port}`,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      await kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A cluster of three masters. */
export async function startCluster(...extra: string[]): Promise<TestServer[]> {
  const start = async () =>
    startServer(
      '--cluster-enabled',
      'yes',
      '--cluster-port',
      String(await freePort()),
      '--cluster-require-full-coverage',
      'no',
      '--cluster-node-timeout',
      '1000',
      ...extra,
    )
  const servers = await Promise.all([start(), start(), start()])
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`)
  const cli = await program('cli')
  await execute(cli, ['--cluster', 'create', ...addresses, '--cluster-yes'])
  for (const { port } of servers) {
    const info = () => execute(cli, ['-p', String(port), 'cluster', 'info'])
    while (!(await info()).stdout.includes('cluster_state:ok')) {}
  }
  return servers
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => setTimeout(resolve, 10, false))
  })
}
