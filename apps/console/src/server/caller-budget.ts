import { limitPeople } from '@sluice/core'
import { environment } from './environment.ts'
import { type KnownSessions, knownSessions } from './known-sessions.ts'
import { sessionTokens } from './session-token.ts'

/** What a request draws. */
export interface Draw {
  readonly units: number
  /**
   * Of what the session has for itself: for what shows and ends a person's sessions, so that no session can keep its
   * person from ending it.
   */
  readonly ofSession?: boolean
}

/** Bounds what each person asks of this process. Refusals are the core's `rate-limited`. */
export interface CallerBudget {
  /** Draws where the session's person is known, before anything is asked of the database; else tells that it did not. */
  takeKnown(cookies: string | null, draw: Draw): boolean
  /** Draws for the person that the session has turned out to be. */
  takeOf(cookies: string | null, userId: string, draw: Draw): void
  /** Whose session it is, where that is known without asking the database. */
  personOf(cookies: string | null): string | undefined
  /** The token of the session: a name for use in memory alone. Empty for a stranger. */
  sessionIn(cookies: string | null): string
  /** What a lookup of the session has found: its person, or that there is no such session (any more). */
  learn(cookies: string | null, userId: string | undefined): void
  /** For a person of whom sessions have ended: these draw on nobody any more. */
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
    sessionIn,
    learn: (cookies, userId) => known.learn(sessionIn(cookies), userId),
    forget: known.forget,
  }
}

// Next bundles pages, route handlers and the proxy apart; a person has one budget for all.
const process = globalThis as typeof globalThis & { sluiceCallerBudget?: CallerBudget }

export function callerBudget(): CallerBudget {
  process.sluiceCallerBudget ??= openCallerBudget(Date.now, environment().consoleUrl)
  return process.sluiceCallerBudget
}

/** The same where it is open: nothing is remembered before. */
export function openedCallerBudget(): CallerBudget | undefined {
  return process.sluiceCallerBudget
}
