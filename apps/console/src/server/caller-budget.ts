import { limitPeople } from '@sluice/core'
import { environment } from './environment.ts'

/** Bounds what each person asks of this process. Refusals are the core's `rate-limited`. */
export interface CallerBudget {
  /** Takes units where the session's person is known, before anything is asked of the database; else tells that it did not. */
  takeKnown(cookies: string | null, units: number): boolean
  /** Takes units of the person that a session has turned out to be, who is known from then on. */
  takeOf(cookies: string | null, userId: string, units: number): void
  /** Whose session it is, where that is known without asking the database. */
  personOf(cookies: string | null): string | undefined
  /** For a session that has ended: it draws on nobody any more. */
  forget(cookies: string | null): void
}

/** Sessions that are remembered; the longest known go first. */
const REMEMBERED = 10_000

/**
 * @param clock epoch milliseconds
 * @param consoleUrl where browsers reach the console: the name of the session's cookie depends on it
 */
export function openCallerBudget(clock: () => number, consoleUrl: string): CallerBudget {
  const people = limitPeople(clock)
  const personBy = new Map<string, string>()
  const isSecure = consoleUrl.startsWith('https://')
  const name = `${isSecure ? '__Secure-' : ''}better-auth.session_token`
  const sessionIn = (cookies: string | null) => tokenIn(cookieIn(cookies, name))
  return {
    takeKnown(cookies, units) {
      const userId = personBy.get(sessionIn(cookies))
      if (userId === undefined) return false
      people.take(userId, units)
      return true
    },
    takeOf(cookies, userId, units) {
      const session = sessionIn(cookies)
      if (session !== '') {
        const [oldest] = personBy.size >= REMEMBERED ? personBy.keys() : []
        if (oldest !== undefined) personBy.delete(oldest)
        personBy.set(session, userId)
      }
      people.take(userId, units)
    },
    personOf: (cookies) => personBy.get(sessionIn(cookies)),
    forget: (cookies) => {
      personBy.delete(sessionIn(cookies))
    },
  }
}

/** As Better Auth reads it: the first cookie of the name, without quotes and decoded. A browser may send several. */
function cookieIn(cookies: string | null, name: string): string {
  for (const pair of (cookies ?? '').split(';')) {
    const end = pair.indexOf('=')
    if (end === -1 || pair.slice(0, end).trim() !== name) continue
    const value = pair.slice(end + 1).trim()
    return decoded(value.startsWith('"') ? value.slice(1, -1) : value)
  }
  return ''
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Longer than any that Better Auth makes. */
const LONGEST_TOKEN = 100

/**
 * The session's token, which nobody can guess; empty for a stranger. Its signature is left out: the same one can be
 * written in several ways, and each session is remembered once.
 */
function tokenIn(value: string): string {
  const token = value.slice(0, Math.max(0, value.lastIndexOf('.')))
  return token.length <= LONGEST_TOKEN ? token : ''
}

// Next bundles pages, route handlers and the proxy apart; a person has one budget for all.
const process = globalThis as typeof globalThis & { sluiceCallerBudget?: CallerBudget }

export function callerBudget(): CallerBudget {
  process.sluiceCallerBudget ??= openCallerBudget(Date.now, environment().consoleUrl)
  return process.sluiceCallerBudget
}
