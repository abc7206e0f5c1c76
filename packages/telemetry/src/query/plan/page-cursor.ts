import { decodeCursor, encodeCursor, invalidRequest } from '@sluice/runtime'
import { isQueryable, type Range } from './range.ts'

/**
 * Where a page begins. It keeps the range of the first page, so that the pages of a query for the last 24 hours
 * belong together.
 */
export interface CursorPosition<Start> {
  readonly range: Range
  readonly start: Start
}

/** The position that a cursor names; throws `invalid-request` for a cursor of another query or a forged one. */
export function positionOf(query: object, cursor: string): CursorPosition<number> {
  const { range, start } = placeOf(query, cursor)
  if (!Number.isSafeInteger(Number(start))) throw forged()
  return { range, start: Number(start) }
}

/** The same where a page begins at no number. */
export function placeOf(query: object, cursor: string): CursorPosition<string> {
  const [begin, end, start] = decodeCursor(query, cursor)
  const [from, to] = [Number(begin), Number(end)]
  if (!isTime(from) || !isTime(to) || start === undefined) throw forged()
  return { range: { from, to }, start }
}

function isTime(micros: number): boolean {
  return Number.isSafeInteger(micros) && isQueryable(micros)
}

function forged() {
  return invalidRequest([{ pointer: '/query/cursor', detail: 'is not a cursor of this API' }])
}

/** The cursor of a position, null for none. */
export function cursorOf(
  query: object,
  range: Range,
  start: number | string | undefined,
): string | null {
  if (start === undefined) return null
  return encodeCursor(query, [range.from, range.to, start].map(String))
}
