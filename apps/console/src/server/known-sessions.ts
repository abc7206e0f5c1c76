/** Whose sessions are, so that a request is told from a stranger's without asking the database. */
export interface KnownSessions {
  /** Whose it is, as long as the database said so a moment ago. */
  personOf(session: string): string | undefined
  /** What the database has said just now: whose it is, or that there is none of this token (any more). */
  learn(session: string, userId: string | undefined): void
  /** For a person of whom sessions have ended: each is looked up again. */
  forget(userId: string): void
}

/** Sessions that are remembered; those confirmed the longest ago go first. */
const REMEMBERED = 10_000

/**
 * How long an answer of the database counts, in milliseconds. Sessions end in many ways, on other nodes too, and one that
 * has ended must not go on in the name of its person.
 */
const CONFIRMED = 5_000

/** @param clock epoch milliseconds */
export function knownSessions(clock: () => number): KnownSessions {
  const known = new Map<string, { readonly userId: string; readonly until: number }>()
  return {
    personOf(session) {
      const found = known.get(session)
      return found && clock() < found.until ? found.userId : undefined
    },
    learn(session, userId) {
      known.delete(session)
      if (userId === undefined || session === '') return
      const [oldest] = known.size >= REMEMBERED ? known.keys() : []
      if (oldest !== undefined) known.delete(oldest)
      known.set(session, { userId, until: clock() + CONFIRMED })
    },
    forget(userId) {
      for (const [session, found] of known) if (found.userId === userId) known.delete(session)
    },
  }
}
