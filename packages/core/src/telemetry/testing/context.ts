import type { MeasuredThing } from '@sluice/telemetry'
import { type SampleStore, telemetryOf } from '@sluice/telemetry/testing'
import type { Context } from '../../context.ts'

/** A context in which every thing is `thing`; `seen` collects calls to the last-seen buffer. */
export function contextOf(
  store: SampleStore,
  thing: MeasuredThing,
  now = new Date(),
): Context & { seen: [string, string, Date][] } {
  const { numbers, thingTypeId, unknownMetrics, timezone, metrics } = thing
  const seen: [string, string, Date][] = []
  return {
    telemetry: telemetryOf(store),
    now,
    seen,
    knownThings: {
      thing: () => ({ number: numbers.thing, thingTypeId, timezone }),
      type: () => ({ unknownMetrics, metrics }),
    },
    actor: { organization: { id: 'acme', number: numbers.organization } },
    sampleCounts: { count: () => {} },
    lastSeen: { thingSeen: (...touch: [string, string, Date]) => seen.push(touch) },
  } as unknown as Context & { seen: [string, string, Date][] }
}
