import { finite } from '@sluice/clickhouse'
import { inSlices } from '@sluice/runtime'
import type { SampleStore } from '../../store.ts'
import { tableOfRows } from '../buckets/table-of-rows.ts'
import { pairsOf } from '../pairs.ts'
import type { Range } from '../plan/range.ts'
import type { Column } from '../plan/selection.ts'
import type { Subject } from '../plan/subject.ts'
import { samplesOf } from '../samples/line-samples.ts'
import { rowsOf } from '../samples/sample-rows.ts'
import { filteredSamples, filterParams } from '../series-filter.ts'
import { sampleValue } from '../stored-value.ts'
import type { Axis } from './axis.ts'

/** Width of the first span per row of a page: right for a metric sent every ten seconds. */
const ROW_MICROS = 10e6
/** Narrower spans save nothing: the store reads blocks of thousands of samples. */
const MIN_SPAN_MICROS = 3600e6

/** Raw samples, one row for each time. If things are taken together, there is only one. */
export function rawAxis(
  store: SampleStore,
  subject: Subject,
  query: { columns: readonly Column[]; range: Range; limit: number },
): Axis {
  const { columns, range, limit } = query
  return {
    positions: range,
    firstSpan: Math.max(limit * ROW_MICROS, MIN_SPAN_MICROS),
    timeOf: (micros) => micros,
    async read(span, order) {
      const remembered = await samplesOf(store, subject, columns, [span])
      if (remembered) {
        return inSlices(rowsOf(remembered, columns, span, { order, limit }))
      }
      const pairs = pairsOf(subject, columns)
      const sql = `
        SELECT toUnixTimestamp64Micro(time) AS t, thing, metric, number, text
        ${filteredSamples} ${pairs.sql}
        ORDER BY t ${order}, thing, metric LIMIT {rows:UInt32}`
      const rows = (limit + 1) * columns.length
      const params = { ...filterParams(subject, columns, span), ...pairs.params, rows }
      const blocks = await store.queryBlocks(sql, params, { as: 'plain' })
      return inSlices(
        tableOfRows(blocks, columns, ({ others }) => {
          const [numbers, texts] = others as [Float64Array, readonly string[]]
          return (row, { metric }) =>
            sampleValue(finite(numbers[row]), texts[row] ?? '', metric.valueType)
        }),
      )
    },
  }
}
