import type { Limit } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { bucketMap } from './bucket-map.ts'
import { secondsUntil, wholeUnits } from './refill.ts'

/** A person's budget in the console: a page makes ten to twenty calls, a bulk change hundreds, and nobody clicks faster. */
const personLimit: Limit = { perMinute: 1200, burst: 300 }

/** The reserve of a single session: enough to see where its user is signed in, and to end sessions. */
const sessionLimit: Limit = { perMinute: 60, burst: 60 }

/** Budgets of console users, in this process's memory, so that no session can monopolize a node. */
export interface People {
  /** Takes units, all or none, up to the burst. Throws `rate-limited`. */
  take(userId: string, units: number): void
  /** The same from the reserve of one session, which the user's other sessions cannot use up. */
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
