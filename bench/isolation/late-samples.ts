import type { Shot } from './attack.ts'
import { type MakeShot, range } from './made.ts'

const DAY = Date.UTC(2026, 2, 1)
const STEP = 0.09
/** As many at a time as are put into a cached day. */
const [CALLS, COUNT] = [47, 20_000]

/** A cached day of 940,000 samples, and samples that belong into the middle of it, with a query after each. */
export function* lateSamples(shot: MakeShot): Generator<Shot> {
  const params = { thingId: 'truck-1' }
  const query = {
    ...{ from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
    ...{ interval: '1h', metrics: 'temperature:avg' },
  }
  const asked = () => shot('telemetry.timeseries', 'query', { params, query })
  yield asked()
  for (const call of range(CALLS, (i) => i)) {
    const body = {
      ...{ start: new Date(DAY + call * COUNT * STEP * 1000).toISOString(), stepSeconds: STEP },
      ...{ count: COUNT, values: { temperature: range(COUNT, (i) => i % 50) } },
    }
    yield shot('telemetry.ingestColumnar', 'samples', { params, body })
  }
  for (const late of range(20, (i) => i)) {
    const body = {
      timestamp: new Date(DAY + 40_000_000 + late).toISOString(),
      values: { temperature: 5 },
    }
    yield shot('telemetry.ingest', 'late sample', { params, body })
    yield asked()
  }
}
