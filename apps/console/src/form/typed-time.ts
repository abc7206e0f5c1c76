import { timeOfWallClock } from '#range/zone-time.ts'

/** Stands for input that is no time. It is not empty, which would mean "no end", so every schema refuses it. */
export const NO_TIME = 'incomplete'

interface TimeInput {
  readonly value: string
  readonly validity: { readonly badInput: boolean }
}

/**
 * What a date and time field has: a UTC time in the API's format, an empty string, or {@link NO_TIME}. Of an incomplete
 * time, browsers report only `badInput`.
 */
export function typedTime({ value, validity }: TimeInput, zone: string): string {
  if (value === '') return validity.badInput ? NO_TIME : ''
  const seconds = timeOfWallClock(value, zone)
  return Number.isNaN(seconds) ? NO_TIME : new Date(seconds * 1000).toISOString()
}
