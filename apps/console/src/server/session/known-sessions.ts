/** The users of recently confirmed sessions, so that most requests need no database lookup to tell whose they are. */
export interface KnownSessions {
  /** The session's user, if the database confirmed it recently. */
  personOf(session: string): string | undefined
  /** Records the result of a lookup: the session's user, or undefined if there is no such session. */
  learn(session: string, userId: string | undefined): void
  /** Forgets all sessions of a user after some have ended; each is looked up again. */
  forget(userId: string): void
}

/** Most sessions remembered; those confirmed longest ago are evicted first. */
const REMEMBERED = 10_000

/**
 * How long a lookup counts, in milliseconds. Short, because sessions also end on other nodes, and an ended session must
 * not act for its user.
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
