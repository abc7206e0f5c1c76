import { statSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from '../../launch/launch-error.mjs'
import type { Environment } from '../environment.ts'

/** What to do where the data directory holds nothing yet. */
export type OnMissing = 'create' | 'refuse'

/**
 * Refuses a data directory that no Sluice has been started on, where a store of it is asked for: most likely DATA_DIR is
 * wrong. Makes nothing.
 *
 * @throws LaunchError
 */
export function requireData({ DATA_DIR, DATABASE_URL, CLICKHOUSE_URL }: Environment): void {
  if (DATABASE_URL && CLICKHOUSE_URL) return
  try {
    // Written before any store is started.
    if (statSync(join(DATA_DIR, 'secrets.json'), { throwIfNoEntry: false })) return
  } catch (cause) {
    const text = `Cannot look into ${DATA_DIR}. Run this as the user that Sluice runs as, or set DATA_DIR.`
    throw new LaunchError(text, { cause })
  }
  throw new LaunchError(
    `There is no Sluice in ${DATA_DIR}. Set DATA_DIR to the data directory of one, or DATABASE_URL and CLICKHOUSE_URL to ` +
      'its stores. These make a new one: `sluice start`, `migrate`, `organizations create` and `operators add`.',
  )
}
