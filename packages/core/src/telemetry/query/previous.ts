import type { MeasuredThing, Metric } from '../measured-thing.ts'
import type { TelemetryStore } from '../store.ts'
import type { Range } from './range.ts'
import type { Sample } from './runs.ts'
import { filteredSamples, filterParams } from './series-filter.ts'
import { spans } from './spans.ts'

type Row = [metric: number, sample: [time: number, value: number]]

const statement = `
  WITH toUnixTimestamp64Micro(time) AS t
  SELECT metric, argMax((t, number), t) ${filteredSamples} AND isFinite(number)
  GROUP BY metric`

/** Width of the first span that is looked through. */
const FIRST_MICROS = 3600e6

/** The last number of each metric in a range, looked for backwards from its end. */
export async function previousNumbers(
  store: TelemetryStore,
  thing: MeasuredThing,
  metrics: readonly Metric[],
  range: Range,
): Promise<Map<number, Sample>> {
  const found = new Map<number, Sample>()
  for (const span of spans(range, FIRST_MICROS, 'desc')) {
    const missing = metrics.filter(({ number }) => !found.has(number))
    if (missing.length === 0) break
    const rows = (await store.query(statement, filterParams(thing, missing, span))) as Row[]
    for (const [metric, [time, value]] of rows) found.set(metric, { time, value })
  }
  return found
}
