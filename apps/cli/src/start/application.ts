import { type ChildProcess, fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { LaunchError } from '../../launch/launch-error.mjs'
import type { Logs } from '../data/logs.ts'
import type { Part } from './part.ts'

export interface Application {
  /** Its log's name. */
  readonly name: string
  readonly title: string
  /** The program. */
  readonly entry: string
  /** What Node is started with. */
  readonly flags: readonly string[]
  readonly env: Record<string, string | undefined>
  /** Variables that the environment of this process overrides. */
  readonly defaults?: Readonly<Record<string, string>>
  /** Answers 200 when it serves. */
  readonly healthUrl: string
  /** How long it may take to end before it is killed. */
  readonly patienceMs: number
}

const readyWithinMs = 60_000
const keptLines = 8

/**
 * Starts a program of the product and waits until it serves. Throws a LaunchError with its last words if it
 * does not.
 */
export async function startApplication(
  application: Application,
  logs: Logs,
  signal: AbortSignal,
): Promise<Part> {
  const log = logs.of(application.name)
  const child = fork(application.entry, [], {
    // Its own process group: a terminal's Ctrl-C reaches the supervisor alone.
    detached: true,
    env: { ...application.defaults, ...process.env, ...application.env },
    execArgv: [...application.flags],
    stdio: ['ignore', logs.verbose ? 'pipe' : log.fd, 'pipe', 'ipc'],
  })
  const lastWords: string[] = []
  forEachLine(child.stdout, log.write)
  forEachLine(child.stderr, (line) => {
    log.write(line)
    if (isStackTrace(line)) return
    lastWords.push(line)
    if (lastWords.length > keptLines) lastWords.shift()
    if (!logs.verbose && ready) logs.show(application.name, line)
  })
  let ready = false
  const exited = exitOf(child)
  const part = {
    exited,
    stop: () => stop(child, exited, application),
    hurry: () => child.kill('SIGKILL'),
    tell(outages: readonly string[]) {
      // One that ends meanwhile needs it no more.
      if (child.connected) child.send({ type: 'outages', outages }, () => {})
    },
  }
  try {
    await serves(application, exited, signal)
    ready = true
    return part
  } catch (error) {
    await part.stop()
    if (signal.aborted) throw signal.reason
    throw new LaunchError(
      [
        `${application.title} did not start. ${(error as Error).message} Its log: ${log.path}`,
        ...lastWords,
      ].join('\n'),
    )
  }
}

/** Resolves when the program answers; rejects when it has ended or takes too long. */
async function serves({ healthUrl }: Application, exited: Promise<string>, signal: AbortSignal) {
  const ended = exited.then((how) => {
    throw new Error(`It ${how}.`)
  })
  const deadline = performance.now() + readyWithinMs
  while (!(await Promise.race([answers(healthUrl, signal), ended]))) {
    signal.throwIfAborted()
    if (performance.now() > deadline)
      throw new Error(`${healthUrl} did not answer within a minute.`)
    await Promise.race([pause(50), ended])
  }
}

async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]),
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) =>
      resolve(signal ? `was killed by ${signal}` : `ended with code ${code}`),
    )
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(`could not be started: ${error.message}`)
    })
  })
}

async function stop(child: ChildProcess, exited: Promise<string>, { patienceMs }: Application) {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await exited
  clearTimeout(timer)
}

function forEachLine(stream: Readable | null, take: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', take)
}

/** Where an error came from, and its properties, are of no use to an operator; the log keeps them. */
function isStackTrace(line: string): boolean {
  return (
    line.trim() === '' ||
    /^\s+at |^\s*\^+\s*$|^(file|node):|^Node\.js v|^\s*throw |^\s*\}$|^ {2}'?\w+'?: /.test(line)
  )
}
