/** Units of times that are whole numbers. */
export type EpochUnit = 'ns' | 'us' | 'ms' | 's'

const microsPer = { us: 1, ms: 1e3, s: 1e6 } as const

/** A time as frames have it: epoch milliseconds, or ISO 8601 where these are too coarse. NaN where there is none. */
export function timestampOf(digits: string, unit: EpochUnit): number | string {
  // Nanoseconds of today are beyond 2^53: what is finer than a microsecond is cut off.
  const micros = unit === 'ns' ? Number(digits.slice(0, -3)) : Number(digits) * microsPer[unit]
  const millis = Math.floor(micros / 1000)
  if (micros === millis * 1000) return millis
  const date = new Date(millis)
  if (Number.isNaN(date.getTime())) return Number.NaN
  const rest = String(micros - millis * 1000).padStart(3, '0')
  return date.toISOString().replace('Z', `${rest}Z`)
}
