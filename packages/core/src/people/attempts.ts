import type { Context } from '../context.ts'

export interface AttemptRule {
  /** Seconds, at most a day. */
  readonly window: number
  /** Attempts allowed in a window. */
  readonly max: number
}

export interface Attempt {
  readonly allowed: boolean
  /** Seconds until the window ends; null if the attempt is allowed. */
  readonly retryAfter: number | null
}

/** The longest usual window, in seconds: older attempts no longer count. */
const HOUR = 3_600
/** The longest window of all. Few keys have one, and they are marked, so that all others are deleted after an hour. */
const DAY = 86_400
const MARK = 'of a day: '

/** Resets a count, for example after a successful attempt. */
export async function forgetAttempts({ db }: Pick<Context, 'db'>, key: string): Promise<void> {
  await db.attempts.deleteMany({ where: { key: { in: [key, MARK + key] } } })
}

/** Takes back one allowed attempt, where only failures count. */
export async function returnAttempt(
  { db }: Pick<Context, 'db'>,
  key: string,
  rule: AttemptRule,
): Promise<void> {
  const where = { key: storedKey(key, rule), count: { gt: 0 } }
  await db.attempts.updateMany({ where, data: { count: { decrement: 1 } } })
}

function storedKey(key: string, { window }: AttemptRule): string {
  return window > HOUR ? MARK + key : key
}

/**
 * Counts an attempt, such as a sign-in from an address, across all nodes. A window starts with the first attempt after
 * the last one ended. Further attempts do not extend it, so nobody is locked out permanently.
 */
export async function countAttempt(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  key: string,
  rule: AttemptRule,
): Promise<Attempt> {
  const { window, max } = rule
  const now = clock()
  const ended = new Date(now.getTime() - window * 1000)
  const [row] = await db.$queryRaw<{ count: number; since: Date }[]>`
    INSERT INTO attempts AS known (key, count, since) VALUES (${storedKey(key, rule)}, 1, ${now})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN known.since <= ${ended} THEN 1 ELSE known.count + 1 END,
      since = CASE WHEN known.since <= ${ended} THEN ${now} ELSE known.since END
    RETURNING count, since`
  if (!row) throw new Error('The attempt was not counted.')
  if (row.count === 1) await forgetOld(db, now)
  if (row.count <= max) return { allowed: true, retryAfter: null }
  const left = row.since.getTime() + window * 1000 - now.getTime()
  return { allowed: false, retryAfter: Math.max(1, Math.ceil(left / 1000)) }
}

async function forgetOld(db: Context['db'], now: Date): Promise<void> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const ended = [{ NOT: { key: { startsWith: MARK } } }, { since: { lt: before(DAY) } }]
  await db.attempts.deleteMany({ where: { since: { lt: before(HOUR) }, OR: ended } })
}
