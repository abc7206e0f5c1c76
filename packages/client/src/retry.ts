import { LONGEST_TIMER } from './options.ts'
import { SluiceConnectionError, SluiceProblem } from './problem.ts'
import type { Route } from './route.ts'

/** How often and how patiently a call is repeated. */
export interface Patience {
  /** The most repeats of a call. */
  readonly retries: number
  /** The longest wait before a repeat, in seconds. A problem with a longer Retry-After is thrown instead. */
  readonly longestWait: number
}

/** The bound of the first wait, in milliseconds. It doubles for each further one. */
const FIRST_WAIT = 250

/**
 * Milliseconds to wait before a repeat; undefined if the error is final. Never shorter than Retry-After. Random up to a
 * bound ("full jitter"), so that clients that failed together do not return together.
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
  const asked = askedBy(fault)
  return asked > longest ? undefined : asked + drawn
}

/** Retry-After in milliseconds. */
export function askedBy(fault: unknown): number {
  return fault instanceof SluiceProblem ? (fault.retryAfter ?? 0) * 1000 : 0
}

/** Whether the same call may succeed later, and repeating it does no harm. */
export function isPassing(fault: unknown, repeat: Route['repeat']): boolean {
  // Without an answer it is unknown whether the call was done.
  if (fault instanceof SluiceConnectionError) return repeat !== 'unsafe'
  if (!(fault instanceof SluiceProblem)) return false
  const { status, retryAfter } = fault
  if (status === 429) return true
  if (status === 409) return retryAfter !== undefined
  // Even after the service's own 503: it may still complete the call.
  return (status === 408 || status >= 500) && repeat !== 'unsafe'
}

/** Waits, at most as long as a timer can; rejects with the signal's reason as soon as it aborts. */
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
