import type { SampleValue, ValueType } from '@sluice/contract'

/**
 * SQL of whether a sample is a number. Computed values leave out strings, which a metric may have had before its type
 * changed.
 */
export const isNumber = 'isFinite(number)'

/**
 * A value from the store, whose number is null (NaN) if it is a string. One sent as a number or a boolean is answered
 * as text if the metric is a string by now, or is one for other things of the query.
 */
export function sampleValue(number: number | null, text: string, type: ValueType): SampleValue {
  if (number === null) return text
  if (type === 'string') return String(number)
  return type === 'boolean' ? number !== 0 : number
}
