import type { ValueType } from '@sluice/contract'
import type { MeasuredThing, Metric } from '../measured-thing.ts'

/** For tests: metrics, things and contexts without a control database. */
export function metricOf(
  key: string,
  valueType: ValueType,
  number: number,
  traits: Partial<Metric> = {},
): Metric {
  return {
    ...{ key, number, valueType, required: false, min: null, max: null, enumValues: [] },
    ...{ expectedIntervalSeconds: null, retentionDays: null, ...traits },
  }
}

/** A thing in an organization of its own, so that tests can share a store. */
export function thingOf(
  metrics: readonly Metric[],
  traits: Partial<MeasuredThing> = {},
): MeasuredThing {
  return {
    numbers: { organization: Math.floor(Math.random() * 2 ** 31), thing: 7 },
    ...{ thingTypeId: 'station', unknownMetrics: 'reject', timezone: 'UTC', metrics, ...traits },
  }
}
