import { expect, test } from 'vitest'
import { formatAverage, formatMeasure, formatShare, formatValue } from './values.ts'

test.each([
  [21.4, '21.4'],
  [1013.256789, '1,013.26'],
  [12_345_678, '12,345,678'],
  [-0.00012345678, '-0.000123457'],
  [1e15, '1E15'],
  [-1.23456789e300, '-1.23457E300'],
  [true, 'on'],
  ['rain', 'rain'],
])('shows the value %s as %s', (value, written) => {
  expect(formatValue(value)).toBe(written)
})

test('shows a value with the symbol of its unit, after a thin space where usual', () => {
  expect(formatMeasure(21.4, 'Cel')).toBe('21.4\u202f°C')
  expect(formatMeasure(180, 'deg')).toBe('180°')
  expect(formatMeasure(3, null)).toBe('3')
  expect(formatMeasure(3, 'Cel/s')).toBe('3\u202f°C/s')
  expect(formatMeasure(3, 'm/s')).toBe('3\u202fm/s')
  expect(formatMeasure('rain', 'Cel')).toBe('rain')
  expect(formatMeasure(3, 'constructor')).toBe('3\u202fconstructor')
})

test('shows averages with four digits', () => {
  expect(formatAverage(8.32667, 'Cel')).toBe('8.327\u202f°C')
})

test.each([
  [0, 'off'],
  [1, 'on'],
  [0.53333, '53.3\u202f% on'],
])('shows the average %d of a boolean as “%s”', (on, written) => {
  expect(formatShare(on)).toBe(written)
})
