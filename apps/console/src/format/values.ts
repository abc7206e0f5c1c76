import type { SampleValue } from '@sluice/contract'
import { unitSymbol } from './units.ts'

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 })
const whole = new Intl.NumberFormat('en')

/** A count with its thousands separated. */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** A sample's value without its unit: numbers to six digits, booleans as on and off. */
export function formatValue(value: SampleValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string') return value
  return Number.isInteger(value) ? whole.format(value) : number.format(value)
}

/** A value with its unit: `21.4 °C`, `65 %`. */
export function formatMeasure(value: SampleValue, ucum: string | null): string {
  const symbol = typeof value === 'number' ? unitSymbol(ucum) : ''
  const space = symbol === '' || symbol === '°' ? '' : '\u202f'
  return `${formatValue(value)}${space}${symbol}`
}
