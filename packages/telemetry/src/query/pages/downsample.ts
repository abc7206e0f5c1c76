import type { Downsampling } from '@sluice/contract'
import { inSlices } from '@sluice/runtime'
import type { SampleStore } from '../../store.ts'
import { ByLine } from '../buckets/by-line.ts'
import type { Values } from '../buckets/table.ts'
import { spread, union } from '../buckets/union.ts'
import { conditionParams, conditionSettings, conditionSql } from '../condition-sql.ts'
import { type Condition, narrowed } from '../plan/condition.ts'
import type { Range } from '../plan/range.ts'
import type { Column } from '../plan/selection.ts'
import { type Subject, TOGETHER } from '../plan/subject.ts'
import { filteredSamples, filterParams } from '../series-filter.ts'
import { isNumber, sampleValue } from '../stored-value.ts'
import type { Page } from './page.ts'

export interface Thinning {
  readonly method: Downsampling
  /** Most points per series. */
  readonly points: number
}

type Point = [time: number, value: number]
type Row = [thing: number, metric: number, count: number, points: Point[]]

const statements: Record<Downsampling, (points: number, where: string) => string> = {
  // Steinarsson 2013. The count is a parameter of the function in SQL, so it cannot be one of the query.
  lttb: (points, where) => `
    SELECT thing, metric, count(), largestTriangleThreeBuckets(${points})(toUnixTimestamp64Micro(time), number)
    ${filteredSamples} AND ${isNumber} ${where} GROUP BY thing, metric`,
  minmax: (_, where) => `
    SELECT thing, metric, sum(samples), arrayDistinct(arraySort(arrayFlatten(groupArray(extremes))))
    FROM (
      WITH toUnixTimestamp64Micro(time) AS t
      SELECT thing, metric, count() AS samples,
        [argMin((t, number), (number, t)), argMax((t, number), (number, -t))] AS extremes
      ${filteredSamples} AND ${isNumber} ${where}
      GROUP BY thing, metric, intDiv(t - {from:Int64}, {width:Int64})
    ) GROUP BY thing, metric`,
}

/**
 * Raw numbers of one or several things, reduced to as few as still show the shape, and how many there were in each
 * column.
 */
export async function downsample(
  store: SampleStore,
  subject: Subject,
  query: {
    readonly columns: readonly Column[]
    readonly where: readonly Condition[]
    readonly range: Range
    readonly thinning: Thinning
  },
): Promise<Page & { from: number[] }> {
  const { columns, where, range, thinning } = query
  const width = Math.ceil((range.to - range.from) / Math.floor(thinning.points / 2))
  const narrow = narrowed(where, columns, subject)
  const params = {
    ...{ ...filterParams(narrow.subject, narrow.columns, range), width },
    ...conditionParams(where, narrow.subject),
  }
  const statement = statements[thinning.method](thinning.points, conditionSql(where))
  const sql = `${statement} ${conditionSettings(where)}`
  const rows = narrow.columns.length === 0 ? [] : ((await store.query(sql, params)) as Row[])
  const byLine = new ByLine<(typeof rows)[number]>()
  for (const row of rows) byLine.set(row[0], row[1], row)
  const [only] = subject.members
  const lines = columns.map(({ thing, metric }) => {
    const owner = thing === TOGETHER ? (only?.number ?? TOGETHER) : thing
    const [, , count = 0, points = []] = byLine.get(owner, metric.number) ?? []
    return { count, points, metric }
  })
  const page = await inSlices(layOutPoints(lines))
  return { ...page, next: undefined, from: lines.map(({ count }) => count) }
}

interface ThinnedLine {
  readonly points: readonly Point[]
  readonly metric: Column['metric']
}

function* layOutPoints(
  lines: readonly ThinnedLine[],
): Generator<void, Pick<Page, 'positions' | 'values'>> {
  const axes = lines.map(({ points }) => points.map(([time]) => time))
  const positions = yield* union(axes, 'asc')
  const values: Values[] = []
  for (const [i, { points, metric }] of lines.entries()) {
    yield
    const numbers = points.map(([, number]) => sampleValue(number, '', metric.valueType))
    values.push(spread(axes[i] ?? [], numbers, positions))
  }
  return { positions, values }
}
