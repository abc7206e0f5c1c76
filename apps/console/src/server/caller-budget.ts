import { limitPeople } from '@sluice/core'

/** Bounds what each person asks of this process. Refusals are the core's `rate-limited`. */
export interface CallerBudget {
  /** Takes units where the session's person is known, before anything is asked of the database; else tells that it did not. */
  takeKnown(cookies: string | null, units: number): boolean
  /** Takes units of the person that a session has turned out to be, who is known from then on. */
  takeOf(cookies: string | null, userId: string, units: number): void
  /** For a session that has ended: it draws on nobody any more. */
  forget(cookies: string | null): void
}

/** Sessions that are remembered; the longest known go first. */
const REMEMBERED = 10_000

export function openCallerBudget(clock: () => Date): CallerBudget {
  const people = limitPeople(clock)
  const personOf = new Map<string, string>()
  return {
    takeKnown(cookies, units) {
      const userId = personOf.get(sessionIn(cookies))
      if (userId === undefined) return false
      people.take(userId, units)
      return true
    },
    takeOf(cookies, userId, units) {
      const session = sessionIn(cookies)
      if (session !== '') {
        const [oldest] = personOf.size >= REMEMBERED ? personOf.keys() : []
        if (oldest !== undefined) personOf.delete(oldest)
        personOf.set(session, userId)
      }
      people.take(userId, units)
    },
    forget: (cookies) => {
      personOf.delete(sessionIn(cookies))
    },
  }
}

const SESSION = /(?:^|;\s*)(?:__Secure-)?better-auth\.session_token=([^;]+)/

/** The session's token with its signature, so that none can be guessed; empty for a stranger. */
function sessionIn(cookies: string | null): string {
  return SESSION.exec(cookies ?? '')?.[1] ?? ''
}

// Next bundles pages, route handlers and the proxy apart; a person has one budget for all.
const process = globalThis as typeof globalThis & { sluiceCallerBudget?: CallerBudget }

export function callerBudget(): CallerBudget {
  process.sluiceCallerBudget ??= openCallerBudget(() => new Date())
  return process.sluiceCallerBudget
}
