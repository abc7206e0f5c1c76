import { isoOf } from '@sluice/runtime'

/** Units of times that are whole numbers. */
export type EpochUnit = 'ns' | 'us' | 'ms' | 's'

const microsPer = { us: 1, ms: 1e3, s: 1e6 } as const

/** More digits are no time, and cost more to read the more there are. */
const WHOLE = /^-?\d{1,20}$/

/**
 * Epoch microseconds of a whole number in a unit; NaN where the digits are none. The unit is certain, so small numbers are times
 * of about 1970, not seconds sent by mistake.
 */
export function microsOfEpoch(digits: string, unit: EpochUnit): number {
  if (!WHOLE.test(digits)) return Number.NaN
  return unit === 'ns' ? microsOfNanos(BigInt(digits)) : Number(digits) * microsPer[unit]
}

/** What is finer than a microsecond is cut off, before 1970 as well: as digits of ISO 8601 are. */
export function microsOfNanos(nanos: bigint): number {
  const micros = nanos / 1000n
  return Number(nanos < 0n && micros * 1000n !== nanos ? micros - 1n : micros)
}

/** A time as the places of faults name it: epoch milliseconds, or ISO 8601 where these are too coarse. */
export function nameOfTime(micros: number): string {
  const millis = micros / 1000
  return Number.isInteger(millis) || Number.isNaN(millis) ? String(millis) : isoOf(micros)
}
