import { inSlices } from '@sluice/runtime'
import { ANSWER_BYTES } from '../../answer-bytes.ts'
import { DAY, dayOf, HOUR } from '../../rollups/rules.ts'
import { BY_VERSIONS } from '../../rollups/tables.ts'
import type { SampleStore } from '../../store.ts'
import type { Grid } from '../calendar/grid.ts'
import type { Order } from '../pages/spans.ts'
import type { Range } from '../plan/range.ts'
import { TOGETHER } from '../plan/subject.ts'
import { type HourColumn, hourColumns } from './partials.ts'
import { openRolled, type Rolled } from './rolled.ts'

interface Asked {
  /** Whole hours. */
  readonly hours: Range
  readonly order: Order
  readonly together: boolean
  readonly columns: readonly HourColumn[]
  /** SQL of the partials over hours. */
  readonly select: string
  /** SQL that restricts things and metrics to the requested pairs. */
  readonly only: string
  /** Parameters of the series and of the grid. */
  readonly params: Record<string, unknown> & { readonly things: readonly number[] }
  /** Most rows of partials. */
  readonly rows: number
  readonly series: number
}

/** More than the bytes of the row that tells which hours of a series are rolled up, unless there are many gaps. */
const COVER_BYTES = 256

/** An hour that no day has: it marks the element that stands for the row itself. */
const ROW = 24

/**
 * The partials of rolled-up hours, and which hours of each series those are. One statement returns both, so they agree.
 * A rollup row counts only if it has seen all marks of its day.
 */
export async function readRollups(
  store: SampleStore,
  grid: Grid,
  { params, rows, series, ...asked }: Asked,
): Promise<Rolled> {
  const { hours, only } = asked
  const all = {
    ...params,
    ...{
      firstDay: dayOf(hours.from),
      lastDay: dayOf(hours.to - 1),
      from: hours.from,
      to: hours.to,
    },
    rows: rows + series,
  }
  const bytesAnswered = ANSWER_BYTES + COVER_BYTES * series
  const some = await store.queryBlocks(`SELECT 1 FROM ${candidates(only)} LIMIT 1`, all, {
    as: 'few',
  })
  // Only planning the statement costs more than this look. Most ranges have no rollups.
  const blocks = some.some(({ rows: found }) => found > 0)
    ? await store.queryBlocks(statement(grid, asked), all, { bound: { bytesAnswered } })
    : []
  return inSlices(openRolled(blocks, hours))
}

function daysIn(only: string): string {
  return `organization = {organization:UInt32} AND thing IN {things:Array(UInt32)}
    AND metric IN {metrics:Array(UInt32)} ${only} AND day >= {firstDay:Int32} AND day <= {lastDay:Int32}`
}

function candidates(only: string, merged = ''): string {
  return `rollups ${merged} WHERE ${daysIn(only)} AND rule = ${BY_VERSIONS}`
}

function statement(
  grid: Grid,
  { hours, order, together, columns, select, only }: Omit<Asked, 'params' | 'rows' | 'series'>,
): string {
  const lists = columns.map((column) => hourColumns[column].list)
  const elements = columns.map((column) => {
    const { list, none } = hourColumns[column]
    return `arrayPushBack(${list}, ${none}) AS ${column}`
  })
  return `
  WITH arraySort(groupArrayIf((toInt32(day), until), covers)) AS days,
    arrayMap((one, before) -> one.1 != before.1 + 1 OR before.2 < 24, days,
      arrayPopBack(arrayPushFront(days, days[1]))) AS begins,
    arrayMap(run -> (run[1].1, run[-1].1, run[-1].2), arraySplit((one, begin) -> begin, days, begins)) AS runs
  SELECT bucket, line, metric, ${select}, if(covers, toJSONString(runs), '')
  FROM (
    SELECT hour = ${ROW} AS covers, toInt64(day) * ${DAY} + hour * ${HOUR} AS t,
      if(covers, 0, ${grid.sqlFor(hours)}) AS bucket,
      ${together ? `if(covers, thing, ${TOGETHER})` : 'thing'} AS line,
      thing, metric, day, until, ${columns.join(', ')}
    FROM (
      SELECT thing, metric, day, until, seen, hours, ${[...new Set(lists)].join(', ')}
      FROM ${candidates(only, 'FINAL')}
    ) AS rolled
    LEFT JOIN (
      SELECT thing, metric, day, sum(writes) AS writes FROM touched WHERE ${daysIn(only)} GROUP BY thing, metric, day
    ) AS marked USING (thing, metric, day)
    ARRAY JOIN arrayPushBack(hours, ${ROW}) AS hour, ${elements.join(', ')}
    WHERE seen = writes AND (covers OR (t >= {from:Int64} AND t < {to:Int64}))
  )
  GROUP BY covers, bucket, line, metric ORDER BY covers DESC, bucket ${order}, line, metric LIMIT {rows:UInt32}`
}
