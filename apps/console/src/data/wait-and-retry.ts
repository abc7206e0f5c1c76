import { retryLink, type TRPCLink } from '@trpc/client'
import type { AppRouter } from '#server/trpc/router.ts'
import { type Failure, isFailure } from './failure.ts'

/** Longer than this nobody waits without being asked. Seconds. */
const LONGEST = 20
const ATTEMPTS = 5

/** Seconds to wait before a refused call is made again; undefined where it is not. */
export function secondsToWait(error: Failure, attempts: number): number | undefined {
  const problem = error.data?.problem
  if (problem?.code !== 'rate-limited' || attempts >= ATTEMPTS) return undefined
  const seconds = problem.retryAfter ?? 1
  return seconds > LONGEST ? undefined : seconds
}

/**
 * Makes calls again that the person's budget had no room for, when it has: they were refused before anything was done.
 * `onWait` is called with how long, in seconds.
 */
export function waitAndRetry(onWait: (seconds: number) => void): TRPCLink<AppRouter> {
  let wait = 0
  return retryLink({
    retry({ error, attempts }) {
      const seconds = isFailure(error) ? secondsToWait(error, attempts) : undefined
      if (seconds === undefined) return false
      // Calls that were refused together do not come again together.
      wait = (seconds + Math.random()) * 1000
      onWait(seconds)
      return true
    },
    // Asked right after `retry`.
    retryDelayMs: () => wait,
  })
}
