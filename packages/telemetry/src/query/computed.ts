/**
 * What is answered of anything that is computed: null where there is none, and where it, or a sum on the way to it, is beyond a
 * double. A zero has no sign: which of several zeros is the least depends on who computes.
 */
export function computed(value: unknown): number | null {
  return Number.isFinite(value) ? (value as number) + 0 : null
}

/** The number at `part` of `whole` on the line between two: finite where these are, however far apart. */
export function between(from: number, to: number, part: number, whole: number): number {
  const number = from + ((to - from) * part) / whole
  if (Number.isFinite(number)) return number
  const share = part / whole
  return from * (1 - share) + to * share
}
