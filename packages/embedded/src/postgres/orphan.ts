import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedStoreError } from '../error.ts'
import { describeProcess } from '../process/describe-process.ts'
import { isSupervised } from '../process/supervised.ts'

const fastShutdownMs = 30_000
const immediateShutdownMs = 10_000

/**
 * Clears the way for a start on `directory` after an unclean end.
 *
 * postmaster.pid names a process. If that is a Postgres of this directory with a living supervisor, the start is
 * refused; without one it is an orphan, or about to end, and is stopped. If the process is dead or is something else
 * with the same id, the file is stale. An empty file, of a full disk or a power loss, is removed: Postgres would never start.
 */
export async function clearOrphan(directory: string, log: (line: string) => void): Promise<void> {
  const pidFile = path.join(directory, 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8').catch(() => undefined)
  if (text === '') return rm(pidFile)
  const pid = pidIn(text ?? '')
  if (pid === undefined) return
  if (!isPostmaster(pid, directory)) return disownPid(pidFile)
  const keeper = describeProcess(pid)?.parent
  if (keeper !== undefined && isSupervised(keeper)) {
    throw new EmbeddedStoreError(
      'already-running',
      `Postgres (process ${pid}) already serves ${directory} for another running instance. Stop that one first.`,
    )
  }
  log(`stopping the Postgres (process ${pid}) that an earlier run left behind`)
  await stopOrphan(pid, directory)
}

function pidIn(text: string): number | undefined {
  const pid = Number.parseInt(text, 10)
  return pid > 1 ? pid : undefined
}

function isPostmaster(pid: number, directory: string): boolean {
  return describeProcess(pid)?.command.includes(`postgres -D ${directory} `) ?? false
}

/**
 * Postgres refuses to start while any process has the id in its file, but considers its own parent's id stale. The rest
 * of the file stays: Postgres uses it to detect children of the old postmaster that still hold the shared memory.
 */
async function disownPid(pidFile: string): Promise<void> {
  const [, ...rest] = (await readFile(pidFile, 'utf8')).split('\n')
  const { uid, gid, mode } = await stat(pidFile)
  const draft = `${pidFile}.draft`
  // Renamed, since a full disk would leave an empty file.
  await writeFile(draft, [process.pid, ...rest].join('\n'), { mode, flush: true })
  await chown(draft, uid, gid)
  await rename(draft, pidFile)
}

async function stopOrphan(pid: number, directory: string): Promise<void> {
  for (const [signal, timeout] of [
    ['SIGINT', fastShutdownMs],
    ['SIGQUIT', immediateShutdownMs],
  ] as const) {
    signalIfAlive(pid, signal)
    if (await until(() => !isPostmaster(pid, directory), timeout)) return
  }
  throw new EmbeddedStoreError(
    'already-running',
    `Postgres (process ${pid}) of an earlier run on ${directory} does not stop. End it by hand: kill -QUIT ${pid}`,
  )
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function until(condition: () => boolean, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  while (!condition()) {
    if (performance.now() > deadline) return false
    await pause(20)
  }
  return true
}
