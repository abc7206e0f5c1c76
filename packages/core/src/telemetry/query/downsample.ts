import type { Downsampling } from '@sluice/contract'
import type { TelemetryStore } from '../store.ts'
import { type Cell, layOut, type Page } from './page.ts'
import type { Range } from './range.ts'
import type { Selected } from './selection.ts'
import { filteredSamples, filterParams } from './series-filter.ts'
import { sampleValue } from './stored-value.ts'
import { type Subject, TOGETHER } from './subject.ts'

export interface Thinning {
  readonly method: Downsampling
  /** Most points a metric. */
  readonly points: number
}

type Point = [time: number, value: number]
type Row = [metric: number, count: number, points: Point[]]

const statements: Record<Downsampling, (points: number) => string> = {
  // Steinarsson 2013. The count is part of the function's name in SQL, and no parameter of the query.
  lttb: (points) => `
    SELECT metric, count(), largestTriangleThreeBuckets(${points})(toUnixTimestamp64Micro(time), number)
    ${filteredSamples} AND isFinite(number) GROUP BY metric`,
  minmax: () => `
    SELECT metric, sum(samples), arrayDistinct(arraySort(arrayFlatten(groupArray(extremes))))
    FROM (
      WITH toUnixTimestamp64Micro(time) AS t
      SELECT metric, count() AS samples,
        [argMin((t, number), (number, t)), argMax((t, number), (number, -t))] AS extremes
      ${filteredSamples} AND isFinite(number)
      GROUP BY metric, intDiv(t - {from:Int64}, {width:Int64})
    ) GROUP BY metric`,
}

/** Raw numbers of a range of a single thing, as few as still show its shape, and how many there were of each metric. */
export async function downsample(
  store: TelemetryStore,
  subject: Subject,
  query: { columns: readonly Selected[]; range: Range; thinning: Thinning },
): Promise<Page & { from: Record<string, number> }> {
  const { columns, range, thinning } = query
  const lines = columns.map(({ metric }) => ({ thing: TOGETHER, metric }))
  const width = Math.ceil((range.to - range.from) / Math.floor(thinning.points / 2))
  const params = { ...filterParams(subject, lines, range), width }
  const rows =
    lines.length === 0
      ? []
      : ((await store.query(statements[thinning.method](thinning.points), params)) as Row[])
  const byNumber = new Map(rows.map((row) => [row[0], row]))
  const cells: Cell[] = []
  const from: [string, number][] = []
  for (const { name, metric } of columns) {
    const [, count = 0, points = []] = byNumber.get(metric.number) ?? []
    from.push([name, count])
    for (const [position, number] of points) {
      cells.push({ position, column: name, value: sampleValue(number, '', metric.valueType) })
    }
  }
  cells.sort((a, b) => a.position - b.position)
  const names = columns.map(({ name }) => name)
  return { ...layOut(cells, names, cells.length), from: Object.fromEntries(from) }
}
