const firstDelayMs = 200
const longestDelayMs = 60_000

/** A part that served for so long before it ended is started again at once, in milliseconds. */
export const steadyMs = 60_000

/**
 * How long to wait before a part is started again, in milliseconds. It is never given up: what stopped it, such as a full
 * disk, may pass, and then nobody should have to start the product by hand.
 *
 * @param failures how often in a row it ended early or did not start, the last time included
 */
export function restartDelay(failures: number): number {
  return Math.min(firstDelayMs * 4 ** (failures - 1), longestDelayMs)
}
