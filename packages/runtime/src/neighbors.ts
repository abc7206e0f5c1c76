/** For so long after a call of another organization the one that calls is not alone. */
const LATELY_MS = 1000

let latest: string | undefined
let mixedAt = Number.NEGATIVE_INFINITY

/** Notes who calls, and when by `performance.now()`. */
export function noteCaller(organization: string, at: number): void {
  if (organization === latest) return
  if (latest !== undefined) mixedAt = at
  latest = organization
}

/**
 * Whether all calls of the last second were one organization's. Then nobody is held up by its long work, which costs less
 * in longer pieces. False where nobody notes who calls.
 */
export function isAlone(now: number): boolean {
  return latest !== undefined && now - mixedAt > LATELY_MS
}
