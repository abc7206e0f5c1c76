import { expect, test } from 'vitest'
import { type ExploredMetric, merged } from './use-metrics.ts'

const celsius: ExploredMetric = {
  ...{ key: 'temperature', name: 'Temperature', unit: 'Cel', valueKind: 'number' },
  ...{ expectedIntervalSeconds: 60, min: -40, max: 80 },
}

test('a metric that all types define alike stays as it is', () => {
  expect(merged([celsius, celsius])).toEqual(celsius)
})

test('a metric in different units has none, and no limits', () => {
  const metric = merged([celsius, { ...celsius, unit: '[degF]' }])
  expect(metric).toMatchObject({ unit: null, min: null, max: null, units: ['Cel', '[degF]'] })
  expect(metric?.expectedIntervalSeconds).toBe(60)
})

test.each([
  ['number', 'boolean', 'number'],
  ['number', 'text', 'text'],
] as const)('%s and %s are shown as %s', (first, second, shown) => {
  const metric = merged([
    { ...celsius, valueKind: first },
    { ...celsius, valueKind: second },
  ])
  expect(metric?.valueKind).toBe(shown)
})
