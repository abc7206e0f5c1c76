import { decodeCursor, encodeCursor } from '@sluice/runtime'
import type { Subject } from '../plan/subject.ts'

interface ListQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** A page of a subject's things, which are in the order of their ids. */
export function pageOfMembers(
  subject: Subject,
  query: ListQuery,
): { readonly subject: Subject; readonly nextCursor: string | null } {
  const [after] = query.cursor === undefined ? [] : decodeCursor(query, query.cursor)
  const rest =
    after === undefined ? subject.members : subject.members.filter(({ id }) => id > after)
  const members = rest.slice(0, query.limit)
  const last = members.at(-1)
  const more = rest.length > members.length && last !== undefined
  return {
    subject: { ...subject, members },
    nextCursor: more ? encodeCursor(query, [last.id]) : null,
  }
}
