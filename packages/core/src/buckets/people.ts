import type { Limit } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { bucketMap } from './bucket-map.ts'
import { secondsUntil, wholeUnits } from './refill.ts'

/** What a person may ask of a console: a page asks ten to twenty calls, a bulk change hundreds, and nobody clicks faster. */
const personLimit: Limit = { perMinute: 1200, burst: 300 }

/** What one session may ask beside that: enough to see where its person is signed in, and to end it. */
const sessionLimit: Limit = { perMinute: 60, burst: 60 }

/** Budgets of the console's people, in this process's memory, so that no session can keep a node to itself. */
export interface People {
  /** Takes units, all or none. Throws `rate-limited`. At most the burst can be requested. */
  take(userId: string, units: number): void
  /** The same, of what one session has for itself, which no other session of its person can use up. */
  takeOfSession(session: string, units: number): void
}

export function limitPeople(clock: () => number): People {
  return { take: limited(personLimit, clock), takeOfSession: limited(sessionLimit, clock) }
}

function limited(limit: Limit, clock: () => number) {
  const buckets = bucketMap(limit, clock)
  return (name: string, units: number) => {
    const bucket = buckets.bucketOf(name)
    if (wholeUnits(bucket.tokens) >= units) {
      bucket.tokens -= units
      return
    }
    const retryAfter = Math.max(1, secondsUntil(units, bucket.tokens, limit))
    const detail = `You sent too many requests at once. Try again in ${retryAfter} s.`
    throw new Problem('rate-limited', { detail, retryAfter })
  }
}
