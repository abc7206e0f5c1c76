/** How long after a call of another organization the current one is not considered alone. */
const RECENT_MS = 1000

let latest: string | undefined
let mixedAt = Number.NEGATIVE_INFINITY

/** Notes the organization of a call, and its time by `performance.now()`. */
export function noteCaller(organization: string, at: number): void {
  if (organization === latest) return
  if (latest !== undefined) mixedAt = at
  latest = organization
}

/**
 * Whether all calls of the last second were from one organization. Then its long work, which is cheaper in longer
 * slices, delays nobody. False if calls are not noted.
 */
export function isAlone(now: number): boolean {
  return latest !== undefined && now - mixedAt > RECENT_MS
}
