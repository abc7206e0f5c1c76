import { createHash } from 'node:crypto'
import { invalidRequest } from '../problem.ts'

/**
 * A list's cursor: where the last page ended, bound to the query that it continues. Opaque to callers and
 * without authority: the next page is authorized like the first.
 */
export function encodeCursor(query: object, position: readonly string[]): string {
  return Buffer.from(JSON.stringify([fingerprint(query), ...position])).toString('base64url')
}

/** The position to continue after. Throws `invalid-request` for a cursor of another query. */
export function decodeCursor(query: object, cursor: string): string[] {
  const [print, ...position] = read(cursor)
  if (print !== fingerprint(query)) {
    const detail = 'belongs to another query; start again without a cursor'
    throw invalidRequest([{ pointer: '/query/cursor', detail }])
  }
  return position
}

function read(cursor: string): string[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) && parsed.every((part) => typeof part === 'string') ? parsed : []
  } catch {
    return []
  }
}

/** What of a query decides which items it answers, and in which order. */
function fingerprint(query: object): string {
  const { limit, cursor, fields, ...filters } = query as Record<string, unknown>
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, 12)
}
