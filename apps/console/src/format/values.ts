import type { SampleValue } from '@sluice/contract'
import { texts } from '#texts/format.ts'
import { unitSymbol } from './units.ts'

/** Significant digits of measured and averaged numbers. */
const MEASURED = 6
const AVERAGED = 4

const whole = new Intl.NumberFormat('en')

/** A count with thousands separators. */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** Larger numbers are shown in scientific notation: they are long, and doubles are no longer exact to the digit. */
const LARGE = 1e15

/** A sample's value without its unit: numbers with six significant digits, booleans as on or off. */
export function formatValue(value: SampleValue, digits = MEASURED): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string') return value
  if (Math.abs(value) >= LARGE) return exponential(value, digits)
  return Number.isInteger(value)
    ? whole.format(value)
    : value.toLocaleString('en', { maximumSignificantDigits: digits })
}

/** `1.2E30` */
function exponential(value: number, digits: number): string {
  const notation = { notation: 'scientific', maximumSignificantDigits: digits } as const
  return value.toLocaleString('en', notation)
}

/** A value with its unit: `21.4 °C`, `65 %`. */
export function formatMeasure(value: SampleValue, ucum: string | null, digits = MEASURED): string {
  const symbol = typeof value === 'number' ? unitSymbol(ucum) : ''
  const space = symbol === '' || symbol === '°' ? '' : '\u202f'
  return `${formatValue(value, digits)}${space}${symbol}`
}

/** An average with its unit, rounded to four significant digits. */
export function formatAverage(value: SampleValue, ucum: string | null): string {
  return formatMeasure(value, ucum, AVERAGED)
}

/** A share from off (0) to on (1): `on`, `off`, `53 % on`. */
export function formatShare(on: number): string {
  if (on === 0 || on === 1) return formatValue(on === 1)
  return texts.shareOn(formatMeasure(on * 100, '%', 3))
}
