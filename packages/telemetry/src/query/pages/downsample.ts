import type { Downsampling } from '@sluice/contract'
import type { SampleStore } from '../../store.ts'
import { Cells } from '../buckets/cells.ts'
import type { Range } from '../plan/range.ts'
import type { Column } from '../plan/selection.ts'
import { lineKey, type Subject, TOGETHER } from '../plan/subject.ts'
import { filteredSamples, filterParams } from '../series-filter.ts'
import { sampleValue } from '../stored-value.ts'
import { layOut, type Page } from './page.ts'

export interface Thinning {
  readonly method: Downsampling
  /** Most points a series. */
  readonly points: number
}

type Point = [time: number, value: number]
type Row = [thing: number, metric: number, count: number, points: Point[]]

const statements: Record<Downsampling, (points: number) => string> = {
  // Steinarsson 2013. The count is part of the function's name in SQL, and no parameter of the query.
  lttb: (points) => `
    SELECT thing, metric, count(), largestTriangleThreeBuckets(${points})(toUnixTimestamp64Micro(time), number)
    ${filteredSamples} AND isFinite(number) GROUP BY thing, metric`,
  minmax: () => `
    SELECT thing, metric, sum(samples), arrayDistinct(arraySort(arrayFlatten(groupArray(extremes))))
    FROM (
      WITH toUnixTimestamp64Micro(time) AS t
      SELECT thing, metric, count() AS samples,
        [argMin((t, number), (number, t)), argMax((t, number), (number, -t))] AS extremes
      ${filteredSamples} AND isFinite(number)
      GROUP BY thing, metric, intDiv(t - {from:Int64}, {width:Int64})
    ) GROUP BY thing, metric`,
}

/** Raw numbers of a single thing, or of each of several, as few as still show the shape, and how many there were in each column. */
export async function downsample(
  store: SampleStore,
  subject: Subject,
  query: { columns: readonly Column[]; range: Range; thinning: Thinning },
): Promise<Page & { from: number[] }> {
  const { columns, range, thinning } = query
  const width = Math.ceil((range.to - range.from) / Math.floor(thinning.points / 2))
  const params = { ...filterParams(subject, columns, range), width }
  const rows =
    columns.length === 0
      ? []
      : ((await store.query(statements[thinning.method](thinning.points), params)) as Row[])
  const byLine = new Map(rows.map((row) => [lineKey(row[0], row[1]), row]))
  const [only] = subject.members
  const cells = new Cells()
  const from: number[] = []
  for (const { id, thing, metric } of columns) {
    const owner = thing === TOGETHER ? (only?.number ?? TOGETHER) : thing
    const [, , count = 0, points = []] = byLine.get(lineKey(owner, metric.number)) ?? []
    from.push(count)
    for (const [position, number] of points) {
      cells.push(position, id, sampleValue(number, '', metric.valueType))
    }
  }
  const ids = columns.map(({ id }) => id)
  return { ...layOut(cells.sorted('asc'), ids, cells.length), from }
}
