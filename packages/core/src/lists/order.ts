import type { ThingSort } from '@sluice/contract'
import { cursorInstant, invalidCursor } from '@sluice/runtime'

/** What lists are sorted by. */
export interface Ordered {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly lastSeenAt: Date | null
}

type ColumnOf<Sort extends ThingSort> = Sort extends `-${infer Column}` ? Column : Sort

/** What a row has that can be in each of these orders. */
export type OrderedBy<Sort extends ThingSort> = Pick<
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
  lastSeenAt?: Bound<Date> | Date | null
  OR?: After[]
}

type Direction = 'asc' | 'desc'

export type OrderBy = { [Column in Exclude<keyof Ordered, 'lastSeenAt'>]?: Direction } & {
  lastSeenAt?: { sort: Direction; nulls: 'last' }
}

function parse(sort: ThingSort) {
  const descends = sort.startsWith('-')
  const column = (descends ? sort.slice(1) : sort) as keyof Ordered
  return { column, descends }
}

/** Prisma's order. Ids break ties in the direction of the column, so one index serves both directions. */
export function orderOf(sort: ThingSort): OrderBy[] {
  const { column, descends } = parse(sort)
  const direction = descends ? 'desc' : 'asc'
  if (column === 'id') return [{ id: direction }]
  if (column === 'lastSeenAt') {
    return [{ lastSeenAt: { sort: direction, nulls: 'last' } }, { id: direction }]
  }
  return [{ [column]: direction }, { id: direction }]
}

/** Stands in a position for a time that a row does not have. */
const NEVER = ''

/** A row's position in the order, for a cursor. */
export function positionOf<Sort extends ThingSort>(row: OrderedBy<Sort>, sort: Sort): string[] {
  const { column } = parse(sort)
  if (column === 'id') return [row.id]
  const value = (row as Ordered)[column]
  return [row.id, value instanceof Date ? value.toISOString() : (value ?? NEVER)]
}

/**
 * The rows after a position. The rest of the condition implies the bound on the column alone, but that lets an
 * index scan start right there. Throws `invalid-request` for a position that no row can have.
 */
export function afterPosition(sort: ThingSort, [id = '', written]: readonly string[]): After {
  const { column, descends } = parse(sort)
  const [beyond, from] = descends ? (['lt', 'lte'] as const) : (['gt', 'gte'] as const)
  if (column === 'id') return { id: { [beyond]: id } }
  if (written === undefined) throw invalidCursor()
  if (column === 'lastSeenAt' && written === NEVER)
    return { lastSeenAt: null, id: { [beyond]: id } }
  const value = column === 'name' ? written : cursorInstant(written)
  if (column === 'lastSeenAt') {
    const tied = { lastSeenAt: value as Date, id: { [beyond]: id } }
    return { OR: [{ lastSeenAt: { [beyond]: value } }, tied, { lastSeenAt: null }] }
  }
  return {
    [column]: { [from]: value },
    OR: [{ [column]: { [beyond]: value } }, { id: { [beyond]: id } }],
  }
}
