import type { ApplicationSort, KeySort, ListSort, ThingSort } from '@sluice/contract'
import { cursorInstant, invalidCursor } from '@sluice/runtime'

/** The columns that lists are sorted by. */
export interface Ordered {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly appliedAt: Date
  readonly lastSeenAt: Date | null
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
}

/** The sort orders of all lists. */
export type AnySort = ThingSort | KeySort | ApplicationSort

/** Columns that may be null, which sorts last in both directions. */
const nullable = ['lastSeenAt', 'lastUsedAt', 'expiresAt'] as const
type Nullable = (typeof nullable)[number]

type ColumnOf<Sort extends AnySort> = Sort extends `-${infer Column}` ? Column : Sort

/** The fields that a row needs for each of these orders. */
export type OrderedBy<Sort extends AnySort> = Pick<Ordered, 'id' | (keyof Ordered & ColumnOf<Sort>)>

interface Bound<Value> {
  gt?: Value
  gte?: Value
  lt?: Value
  lte?: Value
}

/** Columns that only some models have. */
type OwnOf<Sort extends AnySort> = 'appliedAt' & ColumnOf<Sort>

/** The nullable columns of these orders. */
type NullableOf<Sort extends AnySort> = Nullable & ColumnOf<Sort>

/** A Prisma condition for any model that has the columns of these orders. */
export type After<Sort extends AnySort = ListSort> = {
  id?: Bound<string>
  name?: Bound<string>
  createdAt?: Bound<Date>
  updatedAt?: Bound<Date>
  OR?: After<Sort>[]
} & { [Column in NullableOf<Sort>]?: Bound<Date> | Date | null } & {
  [Column in OwnOf<Sort>]?: Bound<Date>
}

type Direction = 'asc' | 'desc'

export type OrderBy<Sort extends AnySort = ListSort> = {
  [Column in Exclude<keyof Ordered, Nullable | 'appliedAt'> | OwnOf<Sort>]?: Direction
} & { [Column in NullableOf<Sort>]?: { sort: Direction; nulls: 'last' } }

function parse(sort: AnySort) {
  const descends = sort.startsWith('-')
  const column = (descends ? sort.slice(1) : sort) as keyof Ordered
  return { column, descends }
}

function isNullable(column: keyof Ordered): column is Nullable {
  return nullable.some((one) => one === column)
}

/** Prisma's order. Ids break ties in the direction of the column, so one index serves both directions. */
export function orderOf<Sort extends AnySort>(sort: Sort): OrderBy<Sort>[]
export function orderOf(sort: AnySort): OrderBy<AnySort>[] {
  const { column, descends } = parse(sort)
  const direction = descends ? 'desc' : 'asc'
  if (column === 'id') return [{ id: direction }]
  if (isNullable(column)) {
    return [{ [column]: { sort: direction, nulls: 'last' } }, { id: direction }]
  }
  return [{ [column]: direction }, { id: direction }]
}

/** In a position, stands for a missing time. */
const NEVER = ''

/** A row's position in the order, for a cursor. */
export function positionOf<Sort extends AnySort>(row: OrderedBy<Sort>, sort: Sort): string[] {
  const { column } = parse(sort)
  if (column === 'id') return [row.id]
  const value = (row as Ordered)[column]
  return [row.id, value instanceof Date ? value.toISOString() : (value ?? NEVER)]
}

/**
 * The rows after a position. The bound on the column alone is redundant, but lets an index scan start right there.
 * Throws `invalid-request` for an impossible position.
 */
export function afterPosition<Sort extends AnySort>(
  sort: Sort,
  position: readonly string[],
): After<Sort>
export function afterPosition(
  sort: AnySort,
  [id = '', written]: readonly string[],
): After<AnySort> {
  const { column, descends } = parse(sort)
  const [beyond, from] = descends ? (['lt', 'lte'] as const) : (['gt', 'gte'] as const)
  if (column === 'id') return { id: { [beyond]: id } }
  if (written === undefined) throw invalidCursor()
  if (isNullable(column) && written === NEVER) return { [column]: null, id: { [beyond]: id } }
  const value = column === 'name' ? written : cursorInstant(written)
  if (isNullable(column)) {
    const tied = { [column]: value, id: { [beyond]: id } }
    return { OR: [{ [column]: { [beyond]: value } }, tied, { [column]: null }] }
  }
  return {
    [column]: { [from]: value },
    OR: [{ [column]: { [beyond]: value } }, { id: { [beyond]: id } }],
  }
}

/**
 * Compares two positions as the store does: texts by bytes, times, then ids, all in the direction of the column. For
 * rows outside of the store, with columns that the store sorts by bytes.
 */
export function comparePositions(
  sort: AnySort,
  [idA = '', a = '']: readonly string[],
  [idB = '', b = '']: readonly string[],
): number {
  const ascending = byBytes(a, b) || byBytes(idA, idB)
  return parse(sort).descends ? -ascending : ascending
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** The direction of a log that is read by row number, and the operator for rows after one of them. */
export function timeOrder(sort: string) {
  return sort.startsWith('-') ? (['desc', 'lt'] as const) : (['asc', 'gt'] as const)
}
