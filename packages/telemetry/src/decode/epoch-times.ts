import { isoOf } from '@sluice/runtime'

/** Units of integer timestamps. */
export type EpochUnit = 'ns' | 'us' | 'ms' | 's'

const microsPer = { us: 1, ms: 1e3, s: 1e6 } as const

/** Longer digits are not a time, and cost more to parse. */
const WHOLE = /^-?\d{1,20}$/

/**
 * Epoch microseconds of a whole number in a unit; NaN for anything else. The unit is known, so small numbers are times
 * around 1970, not seconds sent by mistake.
 */
export function microsOfEpoch(digits: string, unit: EpochUnit): number {
  if (!WHOLE.test(digits)) return Number.NaN
  return unit === 'ns' ? microsOfNanos(BigInt(digits)) : Number(digits) * microsPer[unit]
}

/** Rounds down to a microsecond, before 1970 as well, as the digits of ISO 8601 do. */
export function microsOfNanos(nanos: bigint): number {
  const micros = nanos / 1000n
  return Number(nanos < 0n && micros * 1000n !== nanos ? micros - 1n : micros)
}

/** A time as faults name it: epoch milliseconds, or ISO 8601 if it has a fraction of one. */
export function nameOfTime(micros: number): string {
  const millis = micros / 1000
  return Number.isInteger(millis) || Number.isNaN(millis) ? String(millis) : isoOf(micros)
}
