import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LEASE_MS } from '@sluice/telemetry'
import { openLogPool } from './pool.ts'
import * as sql from './statements/index.ts'

/** Milliseconds between two looks whether others have ended. */
const LOOK_EVERY_MS = 250

/** Milliseconds between the beats of a sole writer, of which several fit in a lease. */
const BEAT_MS = 1000

/** How long to wait for others to end: one that was killed counts as alive for a lease. */
const PATIENCE_MS = LEASE_MS + 1000

interface Options {
  readonly databaseUrl: string
  /** The folder of its own log. Whoever writes through the same folder after it need not wait until its lease ends. */
  readonly log: string
  /** How many milliseconds to wait for others. */
  readonly patience?: number
  readonly beatMs?: number
}

/** The only process that writes samples. While it lives, others are refused. */
export interface SoleWriter {
  /** The folder of its own log. */
  readonly log: string
  /** A version above all that the shared log assigned. */
  readonly above: bigint
  /**
   * Resolves if others share the log although this process writes alone: it could not reach Postgres for longer than a
   * lease, and they took it for dead. It must end.
   */
  readonly others: Promise<Error>
  /** To be called once it writes no more. */
  close(): Promise<void>
}

/**
 * Makes this process the only writer, through a log of its own, and ends the shared log. If nodes share it again, its
 * versions begin above all that the store has by then.
 *
 * @throws if others write, or the shared log has samples that are not in the store yet
 */
export async function becomeSoleWriter(options: Options): Promise<SoleWriter> {
  const { databaseUrl, log, patience = PATIENCE_MS, beatMs = BEAT_MS } = options
  const id = ownId(log)
  const { ask, change, close } = openLogPool(databaseUrl)
  const closing = new AbortController()
  const { promise: others, resolve: onOthers } = Promise.withResolvers<Error>()

  async function beat(): Promise<void> {
    const [row] = await ask<{ started: boolean }>('sole', sql.SOLE, [id, LEASE_MS])
    if (!row?.started) return
    closing.abort()
    onOthers(new Error(OTHERS))
  }

  async function keepBeating(): Promise<void> {
    while (!closing.signal.aborted) {
      // Without Postgres nobody can share the log either.
      await beat().catch(() => {})
      await sleep(beatMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }

  try {
    const row = await untilOver(patience, OTHERS, async () => {
      const [row] = await change<LeaveRow>('leave', sql.LEAVE, [id, LEASE_MS])
      return row?.others ? undefined : row
    })
    if (row.pending) throw new Error(PENDING)
    const beating = keepBeating()
    return {
      ...{ log, above: BigInt(row.head ?? 0), others },
      async close() {
        closing.abort()
        await beating
        await ask('release', sql.RELEASE, [id]).catch(() => {})
        await close()
      },
    }
  } catch (cause) {
    await close()
    throw cause
  }
}

/**
 * Resolves once no process writes samples alone: before this one shares the log in Postgres.
 *
 * @param patience how many milliseconds to wait for it to end
 * @throws if it does not
 */
export async function awaitSharedLog(databaseUrl: string, patience = PATIENCE_MS): Promise<void> {
  const { ask, close } = openLogPool(databaseUrl)
  try {
    await untilOver(patience, ALONE, async () => {
      const [row] = await ask<{ alone: boolean }>('alone', sql.IS_ALONE, [LEASE_MS])
      return row?.alone === false ? row : undefined
    })
  } finally {
    await close()
  }
}

interface LeaveRow {
  readonly pending: boolean
  readonly others: boolean
  readonly head: string | null
}

/** Asks until there is an answer. */
async function untilOver<Answer>(
  patience: number,
  otherwise: string,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer> {
  const end = performance.now() + patience
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > end) throw new Error(otherwise)
    await sleep(LOOK_EVERY_MS)
  }
}

const ID = /^[0-9a-f-]{36}$/

/** The id of whoever writes through this folder: the same after a restart. A crash may have left the file empty. */
function ownId(log: string): string {
  const file = join(log, 'writer')
  const found = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (ID.test(found)) return found
  const id = randomUUID()
  mkdirSync(log, { recursive: true, mode: 0o700 })
  writeFileSync(file, id, { mode: 0o600, flush: true })
  return id
}

const OTHERS =
  'Other API processes write samples to these stores, and this one is to write alone. Stop them, then start again.'

const PENDING =
  'The log of samples in Postgres has accepted samples that are not in the store yet. ' +
  'Start once as one of several nodes, as before, and let nobody send samples until the metric sluice_sample_log_bytes ' +
  'is 0. Then start again.'

/** For a node that starts beside a sole writer. */
export const ALONE =
  'Another API process writes samples alone, through a log of its own, and this one is to share the log in Postgres. ' +
  'Stop that one, then start again.'
