import type { Limit } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { bucketMap } from './bucket-map.ts'
import { secondsUntil, wholeUnits } from './refill.ts'

/** What a person may ask of a console: a page asks ten to twenty calls, a bulk change hundreds, and nobody clicks faster. */
const personLimit: Limit = { perMinute: 1200, burst: 300 }

/** Budgets of the console's people, in this process's memory, so that no session can keep a node to itself. */
export interface People {
  /** Takes units, all or none. Throws `rate-limited`. At most the burst can be requested. */
  take(userId: string, units: number): void
}

export function limitPeople(clock: () => number): People {
  const buckets = bucketMap(personLimit, clock)
  return {
    take(userId, units) {
      const bucket = buckets.bucketOf(userId)
      if (wholeUnits(bucket.tokens) >= units) {
        bucket.tokens -= units
        return
      }
      const retryAfter = Math.max(1, secondsUntil(units, bucket.tokens, personLimit))
      const detail = `You sent too many requests at once. Try again in ${retryAfter} s.`
      throw new Problem('rate-limited', { detail, retryAfter })
    },
  }
}
