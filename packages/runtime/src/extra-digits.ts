/**
 * Digits that the numbers of a JSON value take in Postgres beyond those that JavaScript writes: Postgres writes numbers
 * in full, so 5e-324 comes back as 326 characters. Stops counting once there are more than `most`.
 */
export function extraDigits(value: unknown, most: number): number {
  if (typeof value === 'number') return extraDigitsOf(value)
  if (typeof value !== 'object' || value === null) return 0
  let digits = 0
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && digits <= most; i++) digits += extraDigits(value[i], most)
    return digits
  }
  for (const name in value) {
    digits += extraDigits((value as Record<string, unknown>)[name], most)
    if (digits > most) break
  }
  return digits
}

/** Without making the text, which takes far longer. */
function extraDigitsOf(value: number): number {
  const size = Math.abs(value)
  if (value === 0 || (size >= 1e-6 && size < 1e21) || !Number.isFinite(value)) return 0
  return Math.abs(Math.floor(Math.log10(size)))
}
