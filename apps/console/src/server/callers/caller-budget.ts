import { limitPeople } from '@sluice/core'
import { environment } from '../environment.ts'
import { type KnownSessions, knownSessions } from '../session/known-sessions.ts'
import { sessionTokens } from '../session/session-token.ts'

/** What a request takes from a budget. */
export interface Draw {
  readonly units: number
  /**
   * Takes from the session's own budget. For calls that list and end sessions: no session can keep its user from ending
   * it.
   */
  readonly ofSession?: boolean
}

/** Limits the requests of each user in this process. Rejects them with the core's `rate-limited`. */
export interface CallerBudget {
  /** Takes from the budget if the session's user is known without a database lookup. Returns whether it was. */
  takeKnown(cookies: string | null, draw: Draw): boolean
  /** Takes from the budget of the user that a lookup has found. */
  takeOf(cookies: string | null, userId: string, draw: Draw): void
  /** The session's user, if known without a database lookup. */
  personOf(cookies: string | null): string | undefined
  /** {@link sessionIn}, but undefined unless its user is known without a database lookup. */
  knownSessionIn(cookies: string | null): string | undefined
  /** The session's token, to be used as a key in memory only; empty without a session. */
  sessionIn(cookies: string | null): string
  /** Records the result of a lookup: the session's user, or undefined if there is no such session. */
  learn(cookies: string | null, userId: string | undefined): void
  /** Forgets all sessions of a user after some have ended, so that those no longer use the budget. */
  forget: KnownSessions['forget']
}

/**
 * @param clock epoch milliseconds
 * @param consoleUrl where browsers reach the console
 */
export function openCallerBudget(clock: () => number, consoleUrl: string): CallerBudget {
  const people = limitPeople(clock)
  const known = knownSessions(clock)
  const sessionIn = sessionTokens(consoleUrl)
  const personOf = (cookies: string | null) => known.personOf(sessionIn(cookies))
  function takeOf(cookies: string | null, userId: string, { units, ofSession = false }: Draw) {
    const session = ofSession ? sessionIn(cookies) : ''
    if (session === '') people.take(userId, units)
    else people.takeOfSession(session, units)
  }
  return {
    takeKnown(cookies, draw) {
      const userId = personOf(cookies)
      if (userId === undefined) return false
      takeOf(cookies, userId, draw)
      return true
    },
    takeOf,
    personOf,
    knownSessionIn: (cookies) => (personOf(cookies) === undefined ? undefined : sessionIn(cookies)),
    sessionIn,
    learn: (cookies, userId) => known.learn(sessionIn(cookies), userId),
    forget: known.forget,
  }
}

// Next bundles pages, route handlers and the proxy separately; a user has one budget for all of them.
const process = globalThis as typeof globalThis & { sluiceCallerBudget?: CallerBudget }

export function callerBudget(): CallerBudget {
  process.sluiceCallerBudget ??= openCallerBudget(Date.now, environment().consoleUrl)
  return process.sluiceCallerBudget
}

/** The budget if it is already open. Before that, it has no sessions to learn or forget. */
export function openedCallerBudget(): CallerBudget | undefined {
  return process.sluiceCallerBudget
}
