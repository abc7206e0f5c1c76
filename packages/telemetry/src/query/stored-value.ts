import type { SampleValue, ValueType } from '@sluice/contract'

/** SQL of whether a sample is a number. Strings, of a metric that was one once, are left out of all that is computed. */
export const isNumber = 'isFinite(number)'

/**
 * A value as the store answers it: its number is null (NaN) where it is a string. One that was sent as a number, or as a boolean, is
 * text where the metric is a string by now, or to others of its things.
 */
export function sampleValue(number: number | null, text: string, type: ValueType): SampleValue {
  if (number === null) return text
  if (type === 'string') return String(number)
  return type === 'boolean' ? number !== 0 : number
}
