import { expect, test } from 'vitest'
import { asNumber, metricsParameter, pointsOf } from './points.ts'

const answer = {
  ...{ thingId: 't', from: '', to: '', interval: null, timezone: null },
  ...{ downsampledFrom: null, nextCursor: null, valueTypes: {} },
}

test('orders raw samples, which arrive newest first, oldest first', () => {
  const timestamps = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z']
  expect(metricsParameter('wind', undefined)).toBe('wind')
  expect(pointsOf({ ...answer, timestamps, values: { wind: [3.1, 2] } }, 'wind')).toEqual({
    times: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
    values: [2, 3.1],
  })
})

test('includes minimum and maximum of averaged points', () => {
  const values = { 'wind:avg': [3], 'wind:min': [1], 'wind:max': [null] }
  expect(metricsParameter('wind', '1d')).toBe('wind:avg,wind:min,wind:max')
  const points = pointsOf({ ...answer, timestamps: ['2026-01-01T00:00:00Z'], values }, 'wind')
  expect(points).toMatchObject({ values: [3], low: [1], high: [null] })
})

test('does not draw strings, and draws booleans as 0 or 1', () => {
  expect([true, false, 'rain', null, 2].map(asNumber)).toEqual([1, 0, null, null, 2])
})

test('a metric without values has no points, whatever it is called', () => {
  expect(pointsOf({ ...answer, timestamps: [], values: {} }, 'constructor').values).toEqual([])
})
