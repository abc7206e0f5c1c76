import type { SampleValue, ValueType } from '@sluice/contract'

/** A value as the store answers it: its number is null (NaN) where it is a string. */
export function sampleValue(number: number | null, text: string, type: ValueType): SampleValue {
  if (number === null) return text
  return type === 'boolean' ? number !== 0 : number
}
