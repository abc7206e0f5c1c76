import type { Context } from '../context.ts'

export interface AttemptRule {
  /** Seconds. */
  readonly window: number
  /** Attempts that may be made in a window. */
  readonly max: number
}

export interface Attempt {
  readonly allowed: boolean
  /** Seconds until the window ends; null where the attempt is allowed. */
  readonly retryAfter: number | null
}

/** Longer than any window: what is older counts for nothing. */
const FORGET_AFTER_MS = 3_600_000

/** Ends a count: whoever tried was right. */
export async function forgetAttempts({ db }: Pick<Context, 'db'>, key: string): Promise<void> {
  await db.attempts.deleteMany({ where: { key } })
}

/**
 * Counts an attempt, such as a sign-in from an address, for all nodes together. A window begins with the first attempt
 * after the last one has ended, however many are made meanwhile, so that nobody who tries on is kept out for good.
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
