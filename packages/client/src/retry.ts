import { SluiceProblem } from './problem.ts'
import type { Route } from './route.ts'

/** How often and how patiently a call is repeated. */
export interface Patience {
  /** Repeats of one call, at most. */
  readonly retries: number
  /** Seconds to wait for one repeat, at most; a longer Retry-After is told instead of waited for. */
  readonly longestWait: number
}

/** Milliseconds: the first wait is up to this, and every further one up to twice the one before. */
const FIRST_WAIT = 250

/**
 * Milliseconds to wait before a repeat, or undefined when the fault is final. Never less than Retry-After, and never the
 * same for two clients that failed together: the wait is drawn from all up to the bound ("full jitter").
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
  if (!(fault instanceof SluiceProblem)) return repeat !== 'unsafe'
  switch (fault.status) {
    case 429:
      return true
    case 503:
      // From the service itself it says that nothing was done; from a proxy it says nothing.
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
