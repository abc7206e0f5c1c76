import { type ChildProcess, fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { EmbeddedStoreError } from '../error.ts'
import type { StoreMessage } from './messages.ts'
import { requireNode } from './require-node.ts'
import { supervisorArgument } from './supervised.ts'

/** How a store process ended. `reason` is its own last message, if there was one. */
export type StoreExit = {
  code: number | null
  signal: NodeJS.Signals | null
  reason: EmbeddedStoreError | undefined
}

/** A store process as seen by its parent. */
export type StoreProcess = {
  port: number
  /** The forked process. */
  pid: number
  /** The server: the process itself, or its child. */
  serverPid: number
  /** Settles when the process has ended, for any reason; never rejects. */
  exited: Promise<StoreExit>
  /** Asks the store to stop, kills it after `patienceMs`; resolves when it is gone. */
  stop(): Promise<void>
  /** Kills the process at once; does nothing if it has ended, since its id may be reused. */
  kill(): void
}

export type ForkSettings = {
  entry: URL
  options: unknown
  log: (line: string) => void
  /** Further flags for Node. */
  flags?: readonly string[]
  /** Added to the few variables that are inherited. */
  env?: Record<string, string>
  /** Stops it while it is starting. */
  signal?: AbortSignal | undefined
  /** How long `stop` waits before it kills, in milliseconds. */
  patienceMs: number
}

const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LD_LIBRARY_PATH']

/**
 * Forks a store process and waits until it serves.
 *
 * The child gets its own process group: Ctrl-C in a terminal then reaches only the supervisor, which stops the stores
 * after their users.
 *
 * @throws EmbeddedStoreError with the child's own message if it cannot start.
 */
export async function forkStore(settings: ForkSettings): Promise<StoreProcess> {
  requireNode(process.versions.node)
  const child = fork(fileURLToPath(settings.entry), [supervisorArgument(process.pid)], {
    detached: true,
    env: { ...inheritedEnvironment(), ...settings.env },
    execArgv: ['--disable-warning=ExperimentalWarning', ...(settings.flags ?? [])],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  forwardLines(child.stdout, settings.log)
  forwardLines(child.stderr, settings.log)

  const failure: { error?: EmbeddedStoreError } = {}
  const exited = exitOf(child, failure)
  const abandon = () => void stop(child, exited, settings.patienceMs)
  if (settings.signal?.aborted) abandon()
  settings.signal?.addEventListener('abort', abandon)
  const ready = await readyOf(child, settings, failure, exited).finally(() =>
    settings.signal?.removeEventListener('abort', abandon),
  )
  return {
    port: ready.port,
    pid: child.pid ?? 0,
    serverPid: ready.pid,
    exited,
    stop: () => stop(child, exited, settings.patienceMs),
    kill: () => void child.kill('SIGKILL'),
  }
}

function readyOf(
  child: ChildProcess,
  { options }: ForkSettings,
  failure: { error?: EmbeddedStoreError },
  exited: Promise<StoreExit>,
): Promise<Extract<StoreMessage, { type: 'ready' }>> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: StoreMessage) => {
      if (message.type === 'ready') resolve(message)
      else failure.error = new EmbeddedStoreError(message.code, message.message)
    })
    void exited.then(({ code, signal, reason }) => {
      const how = signal ? `was killed by ${signal}` : `ended with code ${code}`
      reject(reason ?? new EmbeddedStoreError('failed', `The store process ${how} while starting.`))
    })
    child.send({ type: 'start', options }, (error) => error && child.kill('SIGTERM'))
  })
}

function exitOf(child: ChildProcess, failure: { error?: EmbeddedStoreError }): Promise<StoreExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const settle = () => resolve({ code, signal, reason: failure.error })
      // The channel may still contain the child's last message; it disconnects when that is read.
      if (child.connected) child.once('disconnect', settle)
      else settle()
    })
    child.once('error', (cause) => {
      // Only a failed spawn has no exit event; other errors (a closed channel) are followed by one.
      if (child.pid !== undefined) return
      const reason = new EmbeddedStoreError('failed', `Cannot start a process: ${cause.message}`)
      resolve({ code: null, signal: null, reason })
    })
  })
}

async function stop(child: ChildProcess, exited: Promise<StoreExit>, patienceMs: number) {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await exited
  clearTimeout(timer)
}

function forwardLines(stream: Readable | null, log: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', log)
}

function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    inherited.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
