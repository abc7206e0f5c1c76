/**
 * Normalizes a computed value: null if there is none, or if it or an intermediate sum overflowed a double. Zero has no
 * sign, since which zero is the least depends on who computes it.
 */
export function computed(value: unknown): number | null {
  return Number.isFinite(value) ? (value as number) + 0 : null
}

/** Linear interpolation at `part` of `whole`; finite if both ends are, however far apart. */
export function between(from: number, to: number, part: number, whole: number): number {
  const number = from + ((to - from) * part) / whole
  if (Number.isFinite(number)) return number
  const share = part / whole
  return from * (1 - share) + to * share
}
