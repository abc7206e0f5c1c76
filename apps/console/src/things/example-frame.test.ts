import { expect, test } from 'vitest'
import { exampleFrame } from './example-frame.ts'
import type { ThingMetric } from './metrics.ts'

const any = { min: null, max: null, enum: [] }
const noon = Date.UTC(2026, 0, 31, 12, 0, 59)

function metric(key: string, more: Partial<ThingMetric>): ThingMetric {
  const plain = { name: key, unit: null, expectedIntervalSeconds: null, isRequired: false }
  return { key, ...plain, valueType: 'number', allowed: any, latest: undefined, ...more }
}

test('an example frame contains required metrics and the first few others', () => {
  const metrics = ['a', 'b', 'c', 'd'].map((key) => metric(key, {}))
  const frame = exampleFrame([...metrics, metric('e', { isRequired: true })], noon)
  expect(frame).toEqual({
    timestamp: '2026-01-31T12:00:00Z',
    values: { a: 20, b: 20, c: 20, e: 20 },
  })
})

test.each<[Partial<ThingMetric>, unknown]>([
  [{ allowed: { ...any, max: -5.5 } }, -5.5],
  [{ allowed: { ...any, min: 850, max: 1100 } }, 850],
  [{ valueType: 'integer', allowed: { ...any, min: 20.5 } }, 21],
  [{ valueType: 'integer', allowed: { ...any, max: 4.5 } }, 4],
  [{ valueType: 'boolean' }, true],
  [{ valueType: 'string', allowed: { ...any, enum: ['idle', 'on'] } }, 'idle'],
  [{ valueType: 'string' }, 'text'],
  [{ valueType: undefined, allowed: undefined }, 20],
])('an example value is allowed by its metric (%#)', (more, value) => {
  expect(exampleFrame([metric('m', more)], noon).values).toEqual({ m: value })
})
