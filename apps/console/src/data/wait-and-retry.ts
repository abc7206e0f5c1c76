import { retryLink, type TRPCLink } from '@trpc/client'
import type { AppRouter } from '#server/trpc/router.ts'
import { type Failure, isFailure } from './failure.ts'

/** Longest wait before a retry, in seconds. */
const LONGEST = 20
const ATTEMPTS = 5

/** Seconds to wait before retrying a refused call; undefined if it is not retried. */
export function secondsToWait(error: Failure, attempts: number): number | undefined {
  const problem = error.data?.problem
  if (problem?.code !== 'rate-limited' || attempts >= ATTEMPTS) return undefined
  const seconds = problem.retryAfter ?? 1
  return seconds > LONGEST ? undefined : seconds
}

/**
 * Retries calls that were rate limited. This is safe: they were refused before they had any effect. `onWait` receives
 * the wait in seconds.
 */
export function waitAndRetry(onWait: (seconds: number) => void): TRPCLink<AppRouter> {
  let wait = 0
  return retryLink({
    retry({ error, attempts }) {
      const seconds = isFailure(error) ? secondsToWait(error, attempts) : undefined
      if (seconds === undefined) return false
      // Random jitter spreads calls that were refused together.
      wait = (seconds + Math.random()) * 1000
      onWait(seconds)
      return true
    },
    // Called right after `retry`.
    retryDelayMs: () => wait,
  })
}
