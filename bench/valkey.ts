import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@sluice/embedded'
import { installed, isThere } from './debian.ts'

/** A Valkey, or Redis, of this bench's own. */
export interface ValkeyServer {
  readonly url: string
  /** CPU seconds that it has used, user and system. */
  cpu(): number
  pause(): void
  resume(): void
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts one with an append-only file, as the README advises; undefined where there is none to be had. */
export async function startValkey(): Promise<ValkeyServer | undefined> {
  const program = await find()
  if (!program) return undefined
  const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-valkey-'))
  const port = await freePort()
  const options = ['--port', String(port), '--dir', directory, '--bind', '127.0.0.1', '--save', '']
  const kept = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--loglevel', 'warning']
  let child: ChildProcess

  async function begin() {
    child = spawn(program ?? '', [...options, ...kept], { stdio: 'ignore' })
    while (!(await accepts(port))) {}
  }

  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  await begin()
  return {
    url: `redis://127.0.0.1:${port}`,
    cpu: () => cpuOf(child.pid ?? 0),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    ...{ kill, restart: begin },
    async stop() {
      await kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Debian has Valkey from version 13 on, and Redis before it. */
async function find(): Promise<string | undefined> {
  const names = ['valkey-server', 'redis-server']
  for (const name of names) if (await isThere(name)) return name
  for (const name of names) if (await installed(name, [name])) return name
  return undefined
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

/** From /proc: the fields after the name, in hundredths of a second. */
export function cpuOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
