import type { Context } from '../context.ts'

export interface AttemptRule {
  /** Seconds. */
  readonly window: number
  /** Attempts allowed in a window. */
  readonly max: number
}

export interface Attempt {
  readonly allowed: boolean
  /** Seconds until the window ends; null if the attempt is allowed. */
  readonly retryAfter: number | null
}

/** Longer than any window: older attempts no longer count. */
const FORGET_AFTER_MS = 3_600_000

/** Resets a count after a successful attempt. */
export async function forgetAttempts({ db }: Pick<Context, 'db'>, key: string): Promise<void> {
  await db.attempts.deleteMany({ where: { key } })
}

/**
 * Counts an attempt, such as a sign-in from an address, across all nodes. A window starts with the first attempt after
 * the last one ended. Further attempts do not extend it, so nobody is locked out permanently.
 */
export async function countAttempt(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  key: string,
  { window, max }: AttemptRule,
): Promise<Attempt> {
  const now = clock()
  const ended = new Date(now.getTime() - window * 1000)
  const [row] = await db.$queryRaw<{ count: number; since: Date }[]>`
    INSERT INTO attempts AS known (key, count, since) VALUES (${key}, 1, ${now})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN known.since <= ${ended} THEN 1 ELSE known.count + 1 END,
      since = CASE WHEN known.since <= ${ended} THEN ${now} ELSE known.since END
    RETURNING count, since`
  if (!row) throw new Error('The attempt was not counted.')
  if (row.count === 1) {
    const forgotten = new Date(now.getTime() - FORGET_AFTER_MS)
    await db.attempts.deleteMany({ where: { since: { lt: forgotten } } })
  }
  if (row.count <= max) return { allowed: true, retryAfter: null }
  const left = row.since.getTime() + window * 1000 - now.getTime()
  return { allowed: false, retryAfter: Math.max(1, Math.ceil(left / 1000)) }
}
