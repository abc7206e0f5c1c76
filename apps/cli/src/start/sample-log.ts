import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { takeLock } from '@sluice/runtime/directory-lock'
import { LaunchError } from '../../launch/launch-error.mjs'
import type { ClaimFault } from './ports.ts'
import type { Run } from './run.ts'

type LogHome = Pick<Run, 'environment' | 'dataDir'>

/**
 * Whether nobody but the API writes samples: an engine of this product's own has no other clients. So a single API may
 * remember what it wrote, and answer before it is in the engine's tables.
 */
export function isOnlyWriter({ environment }: Pick<Run, 'environment'>): boolean {
  return environment.CLICKHOUSE_URL === undefined && environment.NODES === 1
}

/** The folder of the samples that the API has acknowledged and not stored yet. */
export function sampleLog({ dataDir }: Pick<Run, 'dataDir'>): string {
  return join(dataDir, 'samples')
}

/** Whether an API still uses that folder: one that an earlier run has left, or that was started by hand. */
export function sampleLogFault(home: Pick<Run, 'dataDir'>): ClaimFault | undefined {
  const directory = sampleLog(home)
  if (!existsSync(directory)) return undefined
  const lock = takeLock(directory)
  lock?.release()
  if (lock) return undefined
  const message = `Another process still writes samples through ${directory}, probably the API of an earlier run. Stop it, then start again.`
  return { message, passing: true }
}

/** Throws where such samples would be left behind: a process that was killed may not have stored them all. */
export function requireNoneLeft(home: LogHome): void {
  if (isOnlyWriter(home) || !isAnyLeft(home)) return
  throw new LaunchError(
    `${sampleLog(home)} has accepted samples that are not in the store yet.\n` +
      'Start once with the embedded ClickHouse and one node, as before, and stop it with Ctrl-C. Then start again.',
  )
}

/** Says so after a stop that has left such samples, as when the store was down. */
export function noteLeft(home: Pick<Run, 'dataDir'>, note: (line: string) => void): void {
  if (!isAnyLeft(home)) return
  note(`  Accepted samples are still in ${sampleLog(home)}. The next start stores them`)
}

function isAnyLeft(home: Pick<Run, 'dataDir'>): boolean {
  const directory = sampleLog(home)
  if (!existsSync(directory)) return false
  const logs = readdirSync(directory).filter((name) => name.endsWith('.log'))
  return logs.some((name) => statSync(join(directory, name)).size > 0)
}
