/**
 * The supervisor of one machine: brings everything up in order, keeps it up, and takes it down in order.
 * One signal carries every reason to end: a person who stops it, or a step of the start that failed. Later, a part that
 * ends is started again for as long as it takes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createProgress } from '../../launch/progress.mjs'
import { openDataDirectory } from '../data/directory.ts'
import { openLogs } from '../data/logs.ts'
import { openMemory } from '../data/memory.ts'
import { removeRuntime } from '../data/runtime.ts'
import { keptSecrets, requireShared } from '../data/secrets.ts'
import type { Environment } from '../environment.ts'
import { announce } from './announce.ts'
import { bringUp } from './bring-up.ts'
import { claim } from './claim.ts'
import { createFleet } from './fleet.ts'
import { type End, Interruption, listenForEnd } from './interruption.ts'
import { noteLeft } from './sample-log.ts'

export interface StartOptions {
  /** Mirror the logs of the parts. */
  readonly verbose?: boolean
  /** One JSON object on standard output when all is up; progress goes to standard error. */
  readonly json?: boolean
}

/** Runs the product until it is told to end. Throws why it could not start. */
export async function start(environment: Environment, options: StartOptions = {}): Promise<void> {
  requireShared(environment, ['KEY_PEPPERS', 'AUTH_SECRET'])
  const dataDir = openDataDirectory(environment.DATA_DIR)
  const progress = createProgress(options.json ? process.stderr : process.stdout)
  const end = listenForEnd(progress.note)
  try {
    const pauseUnlessEnded = (ms: number) => pause(ms, undefined, { signal: end.signal })
    const { note } = progress
    const claimed = await claim({ dataDir, environment, note, pause: pauseUnlessEnded })
    try {
      await runUntilEnd({ environment, options, dataDir, progress, end })
    } finally {
      removeRuntime(dataDir)
      claimed.release()
    }
  } catch (error) {
    // What an aborted step throws is only an echo of the reason.
    const reason = end.signal.aborted ? end.signal.reason : error
    if (!(reason instanceof Interruption)) throw reason
  } finally {
    end.close()
  }
}

interface Setting {
  readonly environment: Environment
  readonly options: StartOptions
  readonly dataDir: string
  readonly progress: ReturnType<typeof createProgress>
  readonly end: End
}

async function runUntilEnd(setting: Setting): Promise<never> {
  const { environment, options, dataDir, progress, end } = setting
  const { note } = progress
  const logs = openLogs(dataDir, note, options.verbose === true)
  const fleet = createFleet({ note })
  const memory = openMemory(dataDir)
  async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
    end.signal.throwIfAborted()
    try {
      return await progress.step(title, work)
    } catch (error) {
      end.because(error)
      throw error
    }
  }
  let isUp = false
  try {
    const secrets = keptSecrets(dataDir)
    const run = { environment, dataDir, secrets, memory, logs, fleet, step, signal: end.signal }
    const summary = await bringUp(run)
    isUp = true
    end.signal.throwIfAborted()
    announce(summary, options)
    if (summary.demo?.once) memory.remember({ demo: 'shown' })
    return await end.interrupted
  } finally {
    await fleet.stop(end.hurry)
    logs.close()
    if (isUp) noteLeft({ dataDir }, note)
  }
}
