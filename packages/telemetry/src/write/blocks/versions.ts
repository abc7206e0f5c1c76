const NANOS_PER_MILLI = 1_000_000n

/**
 * Numbers the writes of this process in order: of two samples with the same identity, the higher version wins. A
 * version is nanoseconds since the epoch, and never decreases or falls below `above`, even when the clock steps back.
 */
export function numberVersions(clock: () => Date, above = 0n) {
  let next = above
  /** The first of `count` consecutive versions that nobody else gets. */
  return function take(count: number): bigint {
    const now = BigInt(clock().getTime()) * NANOS_PER_MILLI
    const first = now > next ? now : next
    next = first + BigInt(count)
    return first
  }
}
