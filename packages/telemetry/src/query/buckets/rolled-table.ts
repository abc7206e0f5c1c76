import { valueReader } from '@sluice/clickhouse'
import { getOrMake, Pace } from '@sluice/runtime'
import type { Order } from '../pages/spans.ts'
import { finish, type PlainAggregate } from '../plan/aggregates.ts'
import type { Aggregated } from './bucket-query.ts'
import { ByLine, groupByLine } from './by-line.ts'
import type { PartialRow, Partials } from './partials.ts'
import { eachRow, type Rows } from './read-rows.ts'
import { CELLS_PER_YIELD, type Table, TableBuilder } from './table.ts'

interface Wanted {
  readonly columns: readonly Aggregated<PlainAggregate>[]
  /** The partials, in the columns after those of the line. */
  readonly partials: Partials
}

/**
 * Merges rolled-up rows with rows read from samples, both in order of buckets. Rows of the same bucket and line are
 * combined.
 */
export function* tableOfPartials(
  rolled: readonly Rows[],
  read: readonly Rows[],
  order: Order,
  { columns, partials }: Wanted,
): Generator<void, Table> {
  const builder = new TableBuilder(columns)
  const byLine = groupByLine(
    columns.map((column) => ({ ...column, values: builder.column(column.id) })),
  )
  const parts = rolled.filter(({ first, end }) => first < end)
  // Few buckets have both kinds of rows.
  const waiting = parts.length > 0 ? yield* byBucket(read) : new Map<number, ByLine<PartialRow>>()
  const buckets = [...waiting.keys()]
  const sign = order === 'asc' ? 1 : -1
  let next = 0
  const pace = new Pace(CELLS_PER_YIELD)
  /** Cells since the last row. */
  let work = 0

  /** Adds the next bucket that has only samples. */
  function putNext(): void {
    const bucket = buckets[next] ?? 0
    next += 1
    for (const [thing, number, row] of waiting.get(bucket)?.entries() ?? []) {
      for (const { aggregate, metric, values } of byLine.get(thing, number) ?? []) {
        const value = finish(aggregate, partials.read(aggregate, row), metric.valueType)
        work += builder.put(bucket, values, value)
      }
    }
  }

  for (const rows of parts.length > 0 ? parts : read) {
    const { positions, things, metrics, others } = rows
    const readers = partials.columnReaders(others)
    for (let row = rows.first; row < rows.end; row += 1) {
      if (pace.isOver(work + 1)) yield
      work = 0
      const [bucket = 0, thing = 0, metric = 0] = [positions[row], things[row], metrics[row]]
      const own = waiting.get(bucket)
      if (own) {
        addTo(own, rowAt(rows, row), partials)
        continue
      }
      while (next < buckets.length && sign * ((buckets[next] ?? 0) - bucket) < 0) {
        yield
        putNext()
      }
      for (const target of byLine.get(thing, metric) ?? []) {
        const { aggregate, values } = target
        const value = finish(aggregate, readers[aggregate]?.(row), target.metric.valueType)
        work += builder.put(bucket, values, value)
      }
    }
  }
  while (next < buckets.length) {
    yield
    putNext()
  }
  return yield* builder.table()
}

/** In order of buckets. */
function* byBucket(read: readonly Rows[]): Generator<void, Map<number, ByLine<PartialRow>>> {
  const found = new Map<number, ByLine<PartialRow>>()
  for (const rows of read) {
    yield* eachRow(rows, (at) => {
      const row = rowAt(rows, at)
      getOrMake(found, row[0], () => new ByLine<PartialRow>()).set(row[1], row[2], row)
    })
  }
  return found
}

function addTo(own: ByLine<PartialRow>, row: PartialRow, partials: Partials): void {
  const [, thing, metric] = row
  const other = own.get(thing, metric)
  if (other) partials.addTo(row, other)
  own.set(thing, metric, row)
}

function rowAt({ positions, things, metrics, others }: Rows, row: number): PartialRow {
  const read = others.map((column) => valueReader(column)(row))
  return [positions[row] ?? 0, things[row] ?? 0, metrics[row] ?? 0, ...read]
}
