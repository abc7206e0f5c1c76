import { createHash } from 'node:crypto'
import { invalidRequest, type Problem } from './problem.ts'
import { isStorable } from './storable.ts'

/**
 * A list's cursor: where the last page ended, bound to its query. It is opaque to callers and grants nothing: the next
 * page is authorized like the first.
 */
export function encodeCursor(query: object, position: readonly string[]): string {
  return Buffer.from(JSON.stringify([fingerprint(query), ...position])).toString('base64url')
}

/** The position to continue after. Throws `invalid-request` for an invalid cursor, or one of another query. */
export function decodeCursor(query: object, cursor: string): string[] {
  const [print, ...position] = read(cursor)
  if (print === fingerprint(query) && position.length > 0) return position
  throw invalidCursor()
}

/** {@link decodeCursor} for a list ordered by one number. */
export function decodeNumberCursor(query: object, cursor: string): bigint {
  const [number = ''] = decodeCursor(query, cursor)
  if (!/^\d{1,18}$/.test(number)) throw invalidCursor()
  return BigInt(number)
}

/** A time in a position. Throws `invalid-request` if invalid, or outside of the years that Postgres can read. */
export function cursorInstant(written: string): Date {
  const instant = new Date(written)
  const year = instant.getUTCFullYear()
  if (year >= 1 && year <= 9999) return instant
  throw invalidCursor()
}

/** 400 for a cursor that this list did not create. */
export function invalidCursor(): Problem {
  const detail = 'is not a cursor of this query; start again without one'
  return invalidRequest([{ pointer: '/query/cursor', detail }])
}

function read(cursor: string): string[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const texts = Array.isArray(parsed) && parsed.every((part) => typeof part === 'string')
    return texts && parsed.every(isStorable) ? parsed : []
  } catch {
    return []
  }
}

/**
 * Covers the part of a query that decides which items it returns, and in which order. Undefined filters are left out: a
 * page rendered on the server has them, and a request over the wire does not.
 */
function fingerprint(query: object): string {
  const { limit, cursor, fields, format, count, ...filters } = query as Record<string, unknown>
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, 12)
}
