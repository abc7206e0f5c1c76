import { openLogPool } from './pool.ts'
import { LEAVE, LEFT } from './statements.ts'

/**
 * Ends the shared log, before one process writes alone through a log of its own. If nodes share it again, its versions
 * begin above all that the store has by then.
 *
 * @returns a version above all that the shared log assigned
 * @throws if it has samples that are not in the store yet
 */
export async function leaveSharedLog(databaseUrl: string): Promise<bigint> {
  const { ask, change, close } = openLogPool(databaseUrl)
  try {
    const [left] = await ask<{ left: boolean }>('left', LEFT)
    if (left?.left) {
      throw new Error(
        'The log of samples in Postgres has accepted samples that are not in the store yet. ' +
          'Start once as one of several nodes, as before, until /readyz names no partition that lags. Then start again.',
      )
    }
    const [row] = await change<{ head: string | null }>('leave', LEAVE)
    return BigInt(row?.head ?? 0)
  } finally {
    await close()
  }
}
