const NANOS_PER_MILLI = 1_000_000n

/**
 * Numbers the writes of this process in their order: of two samples with the same identity the higher
 * version wins. A version is nanoseconds since the epoch, and never lower than the one before nor than `above`, even when
 * the clock steps back.
 *
 * Between nodes the clocks decide, to the millisecond. Within a millisecond each node counts from an offset
 * of its own, so no two nodes give the same version and every reader sees the same winner.
 */
export function numberVersions(
  clock: () => Date,
  above = 0n,
  offset = Math.floor(Math.random() * 1_000_000),
) {
  let next = above
  /** The first of `count` consecutive versions that nobody else gets. */
  return function take(count: number): bigint {
    const now = BigInt(clock().getTime()) * NANOS_PER_MILLI + BigInt(offset)
    const first = now > next ? now : next
    next = first + BigInt(count)
    return first
  }
}
