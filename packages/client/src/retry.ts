import { LONGEST_TIMER } from './options.ts'
import { SluiceConnectionError, SluiceProblem } from './problem.ts'
import type { Route } from './route.ts'

/** How often and how patiently a call is repeated. */
export interface Patience {
  /** Repeats of one call, at most. */
  readonly retries: number
  /** Longest wait before one repeat, in seconds. A longer Retry-After is thrown instead of waited for. */
  readonly longestWait: number
}

/** Bound of the first wait, in milliseconds. It doubles with every further one. */
const FIRST_WAIT = 250

/**
 * Milliseconds to wait before a repeat, or undefined when the fault is final. The wait is never shorter
 * than Retry-After. It is drawn at random up to a bound ("full jitter"), so that clients that failed
 * together do not return together.
 */
export function waitBefore(
  attempt: number,
  fault: unknown,
  repeat: Route['repeat'],
  { retries, longestWait }: Patience,
  random: () => number,
): number | undefined {
  if (attempt >= retries || !isPassing(fault, repeat)) return undefined
  const longest = longestWait * 1000
  const drawn = random() * Math.min(longest, FIRST_WAIT * 2 ** attempt)
  const asked = fault instanceof SluiceProblem ? (fault.retryAfter ?? 0) * 1000 : 0
  return asked > longest ? undefined : asked + drawn
}

/** May the same call succeed later, and does repeating it do no harm? */
export function isPassing(fault: unknown, repeat: Route['repeat']): boolean {
  // Without an answer nobody knows whether the call was done.
  if (fault instanceof SluiceConnectionError) return repeat !== 'unsafe'
  if (!(fault instanceof SluiceProblem)) return false
  const { status, code, retryAfter } = fault
  // The service says when it did nothing. What else fails so, a proxy for example, may have done it.
  if (status === 429 || (status === 503 && code === 'unavailable')) return true
  if (status === 409) return retryAfter !== undefined
  return (status === 408 || status >= 500) && repeat !== 'unsafe'
}

/** Waits, as long as a timer can at most; rejects with the signal's reason as soon as it aborts. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(milliseconds, LONGEST_TIMER * 1000),
    )
    signal?.addEventListener('abort', stop, { once: true })
  })
}
