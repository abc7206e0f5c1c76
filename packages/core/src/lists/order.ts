import type { ListSort } from '@sluice/contract'
import { cursorInstant, invalidCursor } from '@sluice/runtime'

/** What lists are sorted by. */
export interface Ordered {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

type ColumnOf<Sort extends ListSort> = Sort extends `-${infer Column}` ? Column : Sort

/** What a row has that can be in each of these orders. */
export type OrderedBy<Sort extends ListSort> = Pick<
  Ordered,
  'id' | (keyof Ordered & ColumnOf<Sort>)
>

interface Bound<Value> {
  gt?: Value
  gte?: Value
  lt?: Value
  lte?: Value
}

/** A condition of Prisma's that any sortable model takes. */
export interface After {
  id?: Bound<string>
  name?: Bound<string>
  createdAt?: Bound<Date>
  updatedAt?: Bound<Date>
  OR?: After[]
}

export type OrderBy = { [Column in keyof Ordered]?: 'asc' | 'desc' }

function parse(sort: ListSort) {
  const descends = sort.startsWith('-')
  const column = (descends ? sort.slice(1) : sort) as keyof Ordered
  return { column, descends }
}

/** Prisma's order. Ids break ties in the direction of the column, so one index serves both directions. */
export function orderOf(sort: ListSort): OrderBy[] {
  const { column, descends } = parse(sort)
  const direction = descends ? 'desc' : 'asc'
  return column === 'id' ? [{ id: direction }] : [{ [column]: direction }, { id: direction }]
}

/** A row's position in the order, for a cursor. */
export function positionOf<Sort extends ListSort>(row: OrderedBy<Sort>, sort: Sort): string[] {
  const { column } = parse(sort)
  if (column === 'id') return [row.id]
  const value = (row as Ordered)[column]
  return [row.id, value instanceof Date ? value.toISOString() : value]
}

/**
 * The rows after a position. The rest of the condition implies the bound on the column alone, but that lets an
 * index scan start right there. Throws `invalid-request` for a position that no row can have.
 */
export function afterPosition(sort: ListSort, [id = '', written]: readonly string[]): After {
  const { column, descends } = parse(sort)
  const [beyond, from] = descends ? (['lt', 'lte'] as const) : (['gt', 'gte'] as const)
  if (column === 'id') return { id: { [beyond]: id } }
  if (written === undefined) throw invalidCursor()
  const value = column === 'name' ? written : cursorInstant(written)
  return {
    [column]: { [from]: value },
    OR: [{ [column]: { [beyond]: value } }, { id: { [beyond]: id } }],
  }
}
