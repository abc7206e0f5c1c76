/** Refusals of a caller that are answered at once, in a second. */
const AT_ONCE = 50
/** What each further one waits, in milliseconds. */
const WAIT_MS = 100
/** Most that wait at once, of all callers; others are answered, so that they take no memory. */
const MOST_WAITING = 10_000

/** Of a refusal: when it may be answered; undefined for at once. */
export type PaceRefusals = (caller: string) => Promise<void> | undefined

/**
 * Paces callers that ask again as soon as they are refused. A refusal is cheap, but ten thousand a second take a core
 * from everybody else. Who waits for `Retry-After`, or meets a few dozen refusals at once, notices nothing.
 */
export function paceRefusals(): PaceRefusals {
  let second = 0
  let waiting = 0
  /** Refusals in this second, by caller. */
  const counts = new Map<string, number>()
  return (caller) => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) counts.clear()
    second = now
    const count = (counts.get(caller) ?? 0) + 1
    counts.set(caller, count)
    if (count <= AT_ONCE || waiting >= MOST_WAITING) return undefined
    waiting += 1
    return new Promise((resolve) => {
      setTimeout(() => {
        waiting -= 1
        resolve()
      }, WAIT_MS)
    })
  }
}
