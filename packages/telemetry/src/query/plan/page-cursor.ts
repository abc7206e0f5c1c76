import { decodeCursor, encodeCursor, invalidRequest } from '@sluice/runtime'
import { isQueryable, type Range } from './range.ts'

/**
 * Where a page begins. It keeps the range of the first page, so that the pages of a query for the last 24 hours
 * belong together.
 */
export interface CursorPosition {
  readonly range: Range
  readonly start: number
}

/** The position that a cursor names; throws `invalid-request` for a cursor of another query or a forged one. */
export function positionOf(query: object, cursor: string): CursorPosition {
  const [from, to, start] = decodeCursor(query, cursor).map(Number)
  if (!isTime(from) || !isTime(to) || start === undefined || !Number.isSafeInteger(start)) {
    throw invalidRequest([{ pointer: '/query/cursor', detail: 'is not a cursor of this API' }])
  }
  return { range: { from, to }, start }
}

function isTime(micros: number | undefined): micros is number {
  return Number.isSafeInteger(micros) && isQueryable(micros as number)
}

/** The cursor of a position, null for none. */
export function cursorOf(query: object, range: Range, start: number | undefined): string | null {
  if (start === undefined) return null
  return encodeCursor(query, [range.from, range.to, start].map(String))
}
