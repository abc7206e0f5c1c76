/** The `weightOf` rows in a read: seven milliseconds of parsing. */
const WEIGHT_PER_READ = 16_384

/** How many rows to read next, after `take` of this weight: at most twice as many. */
export function nextTake(take: number, weight: number): number {
  return Math.max(1, Math.min(Math.floor((take * WEIGHT_PER_READ) / Math.max(1, weight)), 2 * take))
}
