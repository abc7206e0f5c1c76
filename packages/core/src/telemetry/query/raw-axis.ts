import type { MeasuredThing } from '../measured-thing.ts'
import type { TelemetryStore } from '../store.ts'
import type { Axis } from './axis.ts'
import type { Range } from './range.ts'
import type { Selected } from './selection.ts'
import { filteredSamples, filterParams } from './series-filter.ts'
import { sampleValue } from './stored-value.ts'

type Row = [time: number, metric: number, value: number | null, text: string]

/** Width of the first span, for each row of a page: what a metric sent every ten seconds fills. */
const ROW_MICROS = 10e6
/** Narrower spans save nothing: the store reads blocks of thousands of samples. */
const LEAST_SPAN_MICROS = 3600e6

/** Raw samples, one row a time. */
export function rawAxis(
  store: TelemetryStore,
  thing: MeasuredThing,
  query: { columns: readonly Selected[]; range: Range; limit: number },
): Axis {
  const { columns, range, limit } = query
  const metrics = columns.map(({ metric }) => metric)
  const byNumber = new Map(metrics.map((metric) => [metric.number, metric]))
  return {
    positions: range,
    firstSpan: Math.max(limit * ROW_MICROS, LEAST_SPAN_MICROS),
    timeOf: (micros) => micros,
    async read(span, order) {
      const sql = `
        SELECT toUnixTimestamp64Micro(time) AS t, metric, number, text ${filteredSamples}
        ORDER BY t ${order}, metric LIMIT {rows:UInt32}`
      const rows = (limit + 1) * metrics.length
      const found = await store.query(sql, { ...filterParams(thing, metrics, span), rows })
      return (found as Row[]).flatMap(([position, number, value, text]) => {
        const metric = byNumber.get(number)
        if (metric === undefined) return []
        return { position, column: metric.key, value: sampleValue(value, text, metric.valueType) }
      })
    },
  }
}
