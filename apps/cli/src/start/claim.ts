import { existsSync } from 'node:fs'
import { takeLock } from '@sluice/runtime/directory-lock'
import { LaunchError } from '../../launch/launch-error.mjs'
import { requireOwner } from '../data/owner.ts'
import { readRuntime, removeRuntime, runtimePath, writeRuntime } from '../data/runtime.ts'
import type { Environment } from '../environment.ts'
import { portFault } from './ports.ts'
import { sampleLogFault } from './sample-log.ts'

/** As long as the programs of a killed run may take to end: the API drains for ten seconds. */
const patienceMs = 20_000

interface Claim {
  readonly dataDir: string
  readonly environment: Environment
  readonly note: (line: string) => void
  readonly pause: (ms: number) => Promise<unknown>
}

/**
 * Takes the data directory and finds the ports and the log of samples free, in this order: after a run that did not end in
 * order, its last processes may still be about, and are waited for. An API that drains has left its port and not its log.
 *
 * @throws LaunchError when another run or user has the directory, or another program a port or the log
 */
export async function claim({
  dataDir,
  environment,
  note,
  pause,
}: Claim): Promise<{ release(): void }> {
  requireOwner(dataDir)
  const lock = takeLock(dataDir)
  if (!lock) throw new LaunchError(tellHolder(dataDir))
  try {
    const unfinished = existsSync(runtimePath(dataDir))
    const { API_URL: apiUrl, CONSOLE_URL: consoleUrl } = environment
    writeRuntime(dataDir, { pid: process.pid, apiUrl, consoleUrl })
    const deadline = performance.now() + (unfinished ? patienceMs : 0)
    for (let noted = false; ; noted = true) {
      const fault = (await portFault(environment)) ?? sampleLogFault({ dataDir })
      if (!fault) return lock
      if (!fault.passing || performance.now() > deadline) throw new LaunchError(fault.message)
      if (!noted) note('  Waiting for processes of an earlier run to end')
      await pause(100)
    }
  } catch (error) {
    removeRuntime(dataDir)
    lock.release()
    throw error
  }
}

function tellHolder(dataDir: string): string {
  const runtime = readRuntime(dataDir)
  if (!runtime) return `Another sluice command is using ${dataDir}. Try again in a moment.`
  const { pid, apiUrl, consoleUrl } = runtime
  return (
    `Sluice already runs on ${dataDir} (process ${pid}): console ${consoleUrl}, API ${apiUrl}.\n` +
    `Stop it with Ctrl-C where it runs, or with: kill ${pid}\n` +
    'To run a second one, set DATA_DIR, API_PORT and CONSOLE_PORT.'
  )
}
