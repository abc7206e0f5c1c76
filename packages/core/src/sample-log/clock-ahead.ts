/** Measurements per result; the fastest one counts. */
const LOOKS = 3

/**
 * Milliseconds by which a remote clock is certainly ahead of this node's. An answer may have been produced at any
 * moment between request and response, so half of the fastest round trip is subtracted. 0 if they may be equal.
 *
 * @param ask reads the clock, in epoch milliseconds
 */
export async function clockAhead(
  ask: () => Promise<number>,
  own: () => number = Date.now,
): Promise<number> {
  let [quickest, ahead] = [Number.POSITIVE_INFINITY, 0]
  for (let look = 0; look < LOOKS; look += 1) {
    const began = own()
    const there = await ask()
    const took = own() - began
    // The node's own clock was set meanwhile.
    if (took < 0) continue
    if (took < quickest) [quickest, ahead] = [took, there - began - took / 2]
  }
  const certain = Math.max(0, Math.abs(ahead) - quickest / 2)
  return certain * Math.sign(ahead)
}
