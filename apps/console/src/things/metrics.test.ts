import type { MetricDefinition, ThingType } from '@sluice/contract'
import { expect, test } from 'vitest'
import { hasHeight, isNumeric, metricsOf } from './metrics.ts'

const stamps = { createdAt: '', updatedAt: '', etag: '' }
const common = { description: '', labels: {}, ...stamps }

const wind: MetricDefinition = {
  ...{ id: 'wind-speed', name: 'Wind speed', unit: 'm/s', valueType: 'number', kind: 'gauge' },
  ...{ min: 0, max: null, enum: [], expectedIntervalSeconds: 3600, retentionDays: null },
  ...common,
}

const station: ThingType = {
  ...{ id: 'station', name: 'Station', attributesSchema: null, unknownMetrics: 'reject' },
  metrics: [{ key: 'wind', metricDefinitionId: 'wind-speed', required: false }],
  ...common,
}

const sample = { timestamp: '2026-01-01T00:00:00Z', ageSeconds: 1, stale: null }

test('lists metrics of the type first, then those that only have samples', () => {
  const recent = { thingId: 't', metrics: { old: { ...sample, value: 'rain' } } }
  const metrics = metricsOf(station, [wind], recent)
  expect(metrics.map(({ key, name }) => [key, name])).toEqual([
    ['wind', 'Wind speed'],
    ['old', 'old'],
  ])
  expect(metrics[0]).toMatchObject({ latest: undefined, allowed: { min: 0 }, isRequired: false })
})

test('a metric without samples has no latest one, whatever it is called', () => {
  const metrics = [{ key: 'constructor', metricDefinitionId: 'wind-speed', required: false }]
  const [metric] = metricsOf({ ...station, metrics }, [wind], { thingId: 't', metrics: {} })
  expect(metric?.latest).toBeUndefined()
})

test('whether a metric is drawn and averaged depends on its definition, or else its value', () => {
  const recent = { thingId: 't', metrics: { old: { ...sample, value: 'rain' } } }
  const metrics = metricsOf(station, [wind], recent)
  expect(metrics.map(hasHeight)).toEqual([true, false])
  expect(metrics.map(isNumeric)).toEqual([true, false])
})
