import { decodeCursor, encodeCursor, invalidRequest } from '@sluice/runtime'
import { isQueryable, type Range } from './range.ts'

/**
 * Where a page begins. Includes the range of the first page, so that all pages of a query for the last 24 hours cover
 * the same range.
 */
export interface CursorPosition<Start> {
  readonly range: Range
  readonly start: Start
}

/** The position in a cursor. Throws `invalid-request` if the cursor is forged or belongs to another query. */
export function positionOf(query: object, cursor: string): CursorPosition<number> {
  const { range, start } = placeOf(query, cursor)
  if (!Number.isSafeInteger(Number(start))) throw forged()
  return { range, start: Number(start) }
}

/** The same for pages that do not begin at a number. */
export function placeOf(query: object, cursor: string): CursorPosition<string> {
  const [begin, end, start] = decodeCursor(query, cursor)
  const [from, to] = [Number(begin), Number(end)]
  if (!isTime(from) || !isTime(to) || from >= to || start === undefined) throw forged()
  return { range: { from, to }, start }
}

function isTime(micros: number): boolean {
  return Number.isSafeInteger(micros) && isQueryable(micros)
}

function forged() {
  return invalidRequest([{ pointer: '/query/cursor', detail: 'is not a cursor of this API' }])
}

/** The cursor of a position; null if there is none. */
export function cursorOf(
  query: object,
  range: Range,
  start: number | string | undefined,
): string | null {
  if (start === undefined) return null
  return encodeCursor(query, [range.from, range.to, start].map(String))
}
