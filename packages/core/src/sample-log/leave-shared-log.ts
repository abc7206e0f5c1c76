import { setTimeout as sleep } from 'node:timers/promises'
import { LEASE_MS } from '@sluice/telemetry'
import { openLogPool } from './pool.ts'
import { LEAVE } from './statements.ts'

/** Milliseconds between two looks whether other nodes have ended. */
const LOOK_EVERY_MS = 250

interface LeaveRow {
  readonly pending: boolean
  readonly shared: boolean
  readonly head: string | null
}

/**
 * Ends the shared log, before one process writes alone through a log of its own. If nodes share it again, its versions
 * begin above all that the store has by then.
 *
 * @param patience how many milliseconds to wait for other nodes; one that was killed counts as alive for a lease
 * @returns a version above all that the shared log assigned
 * @throws if other nodes share it, or it has samples that are not in the store yet
 */
export async function leaveSharedLog(
  databaseUrl: string,
  patience: number = LEASE_MS + 1000,
): Promise<bigint> {
  const { change, close } = openLogPool(databaseUrl)
  const end = performance.now() + patience
  try {
    for (;;) {
      const [row] = await change<LeaveRow>('leave', LEAVE, [LEASE_MS])
      if (!row?.shared) return headOf(row)
      if (performance.now() > end) throw new Error(SHARED)
      await sleep(LOOK_EVERY_MS)
    }
  } finally {
    await close()
  }
}

function headOf(row: LeaveRow | undefined): bigint {
  if (row?.pending) throw new Error(PENDING)
  return BigInt(row?.head ?? 0)
}

const SHARED =
  'Other API nodes share the log of samples in Postgres, and this one is to write alone. Stop them, then start again.'

const PENDING =
  'The log of samples in Postgres has accepted samples that are not in the store yet. ' +
  'Start once as one of several nodes, as before, until /readyz names no partition that lags. Then start again.'
