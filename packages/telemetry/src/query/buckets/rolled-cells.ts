import { valueReader } from '@sluice/clickhouse'
import type { Order } from '../pages/spans.ts'
import { finish, type PlainAggregate } from '../plan/aggregates.ts'
import type { Aggregated } from './bucket-query.ts'
import type { ByLine } from './by-line.ts'
import { Cells } from './cells.ts'
import type { PartialRow, Partials } from './partials.ts'
import type { RolledPart } from './rolled.ts'

/** What is wanted of each line, and of which partials it is made. */
export interface Wanted {
  readonly byLine: ByLine<Aggregated<PlainAggregate>[]>
  readonly partials: Partials
}

/** Cells of what was read sample by sample. */
export function cellsOfRows(rows: Iterable<PartialRow>, { byLine, partials }: Wanted): Cells {
  const cells = new Cells()
  for (const row of rows) {
    for (const { id, aggregate, metric } of byLine.get(row[1], row[2]) ?? []) {
      cells.push(row[0], id, finish(aggregate, partials.read(aggregate, row), metric.valueType))
    }
  }
  return cells
}

/** Cells of what is rolled up and of what was read, a bucket and line that is in both being the two put together. */
export function cellsOfBoth(
  rolled: readonly RolledPart[],
  read: readonly PartialRow[],
  order: Order,
  wanted: Wanted,
): Cells {
  const rest = new Map(read.map((row) => [keyOf(row), row]))
  const buckets = new Set(read.map(([bucket]) => bucket))
  const cells = new Cells()
  for (const part of rolled) {
    // Few buckets are read both ways, of many that are not.
    const alsoRead = addColumns(cells, part, buckets, wanted)
    for (const at of alsoRead) {
      const row = rowAt(part, at)
      const key = keyOf(row)
      const other = rest.get(key)
      if (other) wanted.partials.addTo(row, other)
      rest.set(key, row)
    }
  }
  cells.merge(cellsOfRows(rest.values(), wanted).sorted(order), order)
  return cells
}

/** Adds the cells of a part, column by column, and answers the rows of buckets that it left out. */
function addColumns(
  cells: Cells,
  part: RolledPart,
  leftOut: ReadonlySet<number>,
  { byLine, partials }: Wanted,
): number[] {
  const { first, end, buckets, things, metrics } = part
  const readers = partials.columnReaders(part.partials)
  const others: number[] = []
  for (let row = first; row < end; row += 1) {
    const bucket = buckets[row] ?? 0
    if (leftOut.has(bucket)) {
      others.push(row)
      continue
    }
    for (const { id, aggregate, metric } of byLine.get(things[row] ?? 0, metrics[row] ?? 0) ?? []) {
      cells.push(bucket, id, finish(aggregate, readers[aggregate]?.(row), metric.valueType))
    }
  }
  return others
}

function rowAt({ buckets, things, metrics, partials }: RolledPart, row: number): PartialRow {
  const read = partials.map((column) => valueReader(column)(row))
  return [buckets[row] ?? 0, things[row] ?? 0, metrics[row] ?? 0, ...read]
}

function keyOf([bucket, thing, metric]: PartialRow): string {
  return `${bucket} ${thing} ${metric}`
}
