import type { Input } from '@sluice/contract'
import type { Key as KeyRow, Prisma } from '../database/generated/client.ts'
import { cursorInstant, decodeCursor, invalidCursor } from '../lists/index.ts'

type Query = Input<'keys.list'>['query']
type Sort = Query['sort']

/** The orders of the list. Ids break ties in the direction of the column, so that one index serves both. */
const orders = {
  createdAt: { direction: 'desc', after: 'lt' },
  name: { direction: 'asc', after: 'gt' },
  lastUsedAt: { direction: 'desc', after: 'lt' },
  expiresAt: { direction: 'asc', after: 'gt' },
} as const

/** Prisma's order; keys that were never used or never expire come last. */
export function orderOf(sort: Sort): Prisma.KeyOrderByWithRelationInput[] {
  const by = sort ?? 'createdAt'
  const { direction } = orders[by]
  const column = isNullable(by) ? { sort: direction, nulls: 'last' as const } : direction
  return [{ [by]: column }, { id: direction }]
}

/** A key's position in the order, for a cursor. */
export function positionOf(row: KeyRow, sort: Sort): string[] {
  const value = row[sort ?? 'createdAt']
  if (value === null) return [row.id]
  return [row.id, value instanceof Date ? value.toISOString() : value]
}

/** What comes after the query's cursor. Throws `invalid-request` for one that is none. */
export function afterCursor(query: Query): Prisma.KeyWhereInput {
  if (query.cursor === undefined) return {}
  const [id = '', written] = decodeCursor(query, query.cursor)
  const by = query.sort ?? 'createdAt'
  const { after } = orders[by]
  if (written === undefined) {
    if (!isNullable(by)) throw invalidCursor()
    return { [by]: null, id: { [after]: id } }
  }
  const value = by === 'name' ? written : cursorInstant(written)
  const later = [{ [by]: { [after]: value } }, { [by]: value, id: { [after]: id } }]
  return { OR: isNullable(by) ? [...later, { [by]: null }] : later }
}

function isNullable(column: keyof typeof orders): boolean {
  return column === 'lastUsedAt' || column === 'expiresAt'
}
