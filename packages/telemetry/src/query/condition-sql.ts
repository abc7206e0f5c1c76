import type { Condition } from './plan/condition.ts'
import type { Subject } from './plan/subject.ts'
import { samplesOfLines } from './series-filter.ts'
import { isNumber } from './stored-value.ts'

/** The most times that one condition may select on a shard, about 150 MB in its memory. */
const MAX_TIMES = 5_000_000

/**
 * The end of a statement with {@link conditionSql}: more times than that are refused as too many rows. A series is on one
 * shard, so on a cluster each shard evaluates conditions on its own samples.
 */
export function conditionSettings(conditions: readonly Condition[]): string {
  if (conditions.length === 0) return ''
  return `SETTINGS max_rows_in_set = ${MAX_TIMES}, distributed_product_mode = 'local'`
}

/** SQL that restricts a statement on samples to times at which their thing satisfies all conditions. */
export function conditionSql(conditions: readonly Condition[]): string {
  const parts = conditions.map((condition, i) => {
    // Without an alias of its own, the store cannot replace the table by a shard's.
    const samples = samplesOfLines(`whereThings${i}`, `whereMetrics${i}`, `satisfying${i}`)
    return `AND (thing, time) IN (SELECT thing, time ${samples} AND ${holdsSql(condition, i)})`
  })
  return parts.join('\n')
}

/** The parameters of {@link conditionSql}, about a subject whose things all have the metrics: see `narrowed`. */
export function conditionParams(conditions: readonly Condition[], { members }: Subject) {
  const params = conditions.flatMap(({ metric, value }, i) => {
    return [
      [`whereThings${i}`, members.map(({ number }) => number)],
      [`whereMetrics${i}`, [metric.number]],
      [`whereBits${i}`, bitsOf(Number(value))],
      [`whereText${i}`, String(value)],
    ] as const
  })
  return Object.fromEntries(params)
}

/** The same as `holds`. */
function holdsSql({ operator, value }: Condition, i: number): string {
  // ClickHouse does not round a decimal number exactly as JavaScript does.
  const number = `reinterpretAsFloat64({whereBits${i}:UInt64})`
  if (typeof value === 'number') return `${isNumber} AND number ${operator} ${number}`
  const not = operator === '!=' ? 'NOT ' : ''
  if (typeof value === 'boolean') return `${isNumber} AND ${not}((number != 0) = (${number} != 0))`
  const isText = `text = {whereText${i}:String}`
  // Numbers that were sent before the metric became a string are answered as JavaScript writes them.
  const isWritten = String(Number(value)) === value && Number.isFinite(Number(value))
  return `${not}if(${isNumber}, ${isWritten ? `number = ${number}` : 'false'}, ${isText})`
}

/** A double as an integer of its bits. */
function bitsOf(value: number): string {
  return new BigUint64Array(Float64Array.of(value).buffer)[0]?.toString() ?? '0'
}
