/** Refusals of a caller per second that are answered at once. */
const AT_ONCE = 50
/** The delay of each further one in milliseconds. */
const WAIT_MS = 100
/** The most delayed refusals of all callers; beyond that they are answered at once, to bound memory. */
const MAX_WAITING = 10_000

/** Returns when a refusal may be answered; undefined for at once. */
export type PaceRefusals = (caller: string) => Promise<void> | undefined

/**
 * Slows down callers that retry as soon as they are refused. A refusal is cheap, but ten thousand a second take a core
 * away from everybody else. Callers that respect `Retry-After`, or get a few dozen refusals at once, notice nothing.
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
    if (count <= AT_ONCE || waiting >= MAX_WAITING) return undefined
    waiting += 1
    return new Promise((resolve) => {
      setTimeout(() => {
        waiting -= 1
        resolve()
      }, WAIT_MS)
    })
  }
}
