import { finite } from '@sluice/clickhouse'
import { inSlices } from '@sluice/runtime'
import type { SampleStore } from '../../store.ts'
import { tableOfRows } from '../buckets/table-of-rows.ts'
import { conditionParams, conditionSettings, conditionSql } from '../condition-sql.ts'
import { pairsOf, whatIsAsked } from '../pairs.ts'
import { type Condition, linesOf, narrowed } from '../plan/condition.ts'
import type { Range } from '../plan/range.ts'
import type { Column } from '../plan/selection.ts'
import type { Subject } from '../plan/subject.ts'
import { samplesOf } from '../samples/line-samples.ts'
import { rowsOf } from '../samples/sample-rows.ts'
import { satisfying } from '../samples/satisfying.ts'
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
  query: {
    readonly columns: readonly Column[]
    readonly where: readonly Condition[]
    readonly range: Range
    readonly limit: number
  },
): Axis {
  const { columns, where, range, limit } = query
  const narrow = narrowed(where, columns, subject)
  const lines = [...narrow.columns, ...linesOf(where, narrow.columns, narrow.subject)]
  const isAsked = whatIsAsked(narrow.subject, narrow.columns)
  const wanted = (span: Range) => ({ conditions: where, span, isAsked })
  return {
    positions: range,
    firstSpan: Math.max(limit * ROW_MICROS, MIN_SPAN_MICROS),
    timeOf: (micros) => micros,
    async read(span, order) {
      const isNone = narrow.subject.members.length === 0
      const remembered = isNone ? [] : await samplesOf(store, narrow.subject, lines, [span])
      if (remembered) {
        const own =
          where.length === 0 ? remembered : await inSlices(satisfying(remembered, wanted(span)))
        return inSlices(rowsOf(own, columns, span, { order, limit }))
      }
      const pairs = pairsOf(narrow.subject, narrow.columns)
      const sql = `
        SELECT toUnixTimestamp64Micro(time) AS t, thing, metric, number, text
        ${filteredSamples} ${pairs.sql} ${conditionSql(where)}
        ORDER BY t ${order}, thing, metric LIMIT {rows:UInt32} ${conditionSettings(where)}`
      const rows = (limit + 1) * columns.length
      const params = {
        ...{ ...filterParams(narrow.subject, narrow.columns, span), ...pairs.params, rows },
        ...conditionParams(where, narrow.subject),
      }
      const blocks = await store.queryBlocks(sql, params, { as: 'plain' })
      return inSlices(
        tableOfRows(blocks, { columns, most: limit + 1 }, ({ others }) => {
          const [numbers, texts] = others as [Float64Array, readonly string[]]
          return (row, { metric }) =>
            sampleValue(finite(numbers[row]), texts[row] ?? '', metric.valueType)
        }),
      )
    },
  }
}
