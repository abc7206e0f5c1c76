import type { ValueType } from '@sluice/contract'
import type { Context } from '../context.ts'
import type { MeasuredThing, Metric } from './measured-thing.ts'
import type { TelemetryStore } from './store.ts'

/** For the tests of this room: metrics, things and contexts without a control database. */
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

/** A thing of an organization of its own, so that tests share a store without meeting. */
export function thingOf(
  metrics: readonly Metric[],
  traits: Partial<MeasuredThing> = {},
): MeasuredThing {
  return {
    numbers: { organization: Math.floor(Math.random() * 2 ** 31), thing: 7 },
    ...{ thingTypeId: 'station', unknownMetrics: 'reject', timezone: 'UTC', metrics, ...traits },
  }
}

/** A context in which every thing is `thing`; `seen` gathers the touches. */
export function contextOf(
  telemetry: TelemetryStore,
  thing: MeasuredThing,
  now = new Date(),
): Context & { seen: [string, string, Date][] } {
  const { numbers, thingTypeId, unknownMetrics, timezone, metrics } = thing
  const seen: [string, string, Date][] = []
  return {
    telemetry,
    now,
    seen,
    knownThings: {
      thing: () => ({ number: numbers.thing, thingTypeId, timezone }),
      type: () => ({ unknownMetrics, metrics }),
    },
    actor: { organization: { id: 'acme', number: numbers.organization } },
    sampleCounts: { count: () => {} },
    touches: { thingSeen: (...touch: [string, string, Date]) => seen.push(touch) },
  } as unknown as Context & { seen: [string, string, Date][] }
}
