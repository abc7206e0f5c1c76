import { expect, test } from 'vitest'
import { unitFault } from './unit-fault.ts'

test.each(['Cel', '%', 'm/s', 'm/s2', 'kW.h', 'hPa', '[ppm]', '{rev}/min', '1', 'g/m3', 'mm[Hg]'])(
  '%s is a UCUM unit',
  (code) => expect(unitFault(code)).toBeUndefined(),
)

test.each([
  ['kWh', 'kW.h'],
  ['degC', 'Cel'],
  ['°C', 'Cel'],
  ['ppm', '[ppm]'],
  ['rpm', '{rev}/min'],
])('%s is no UCUM unit, and %s is suggested', (text, meant) => {
  expect(unitFault(text)).toBe(`must be a UCUM code; did you mean ${meant}?`)
})

test.each(['furlongs per fortnight', 'm//s', ' ', 'm s'])('%j is no UCUM unit', (text) => {
  expect(unitFault(text)).toContain('must be a UCUM code')
})

test.each(Object.getOwnPropertyNames(Object.prototype))('%s is no UCUM unit', (name) => {
  for (const text of [name, name.toUpperCase(), `${name} `, `a ${name}`, `k${name}`, `m.${name}`]) {
    expect(unitFault(text)).toContain('must be a UCUM code')
  }
})

test('a text above the maximum length is rejected without parsing', () => {
  expect(unitFault('{a}'.repeat(1_000_000))).toBe('must have at most 64 characters')
})

test('a long text is rejected without a suggestion', () => {
  expect(unitFault('kilograms.per.cubic.metre')).toMatch(/^must be a UCUM code, for example/)
})
