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
function isPassing(fault: unknown, repeat: Route['repeat']): boolean {
  // Without an answer nobody knows whether the call was done.
  if (fault instanceof SluiceConnectionError) return repeat !== 'unsafe'
  if (!(fault instanceof SluiceProblem)) return false
  switch (fault.status) {
    case 429:
      return true
    case 503:
      // The service answers so only when nothing was done; a proxy may answer so at any time.
      return fault.code === 'unavailable' || repeat !== 'unsafe'
    case 409:
      // The first call under the same Idempotency-Key is still under way.
      return repeat === 'keyed' && fault.retryAfter !== undefined
    case 500:
    case 502:
    case 504:
      return repeat !== 'unsafe'
    default:
      return false
  }
}

/** Waits; rejects with the signal's reason as soon as it aborts. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
