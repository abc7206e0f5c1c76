import { queryLimits } from '@sluice/contract'
import { decodeCursor, encodeCursor } from '@sluice/runtime'
import type { Faults } from '../../decode/faults.ts'
import type { Subject } from '../plan/subject.ts'

interface ListQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Only an answer thing by thing comes in pages. */
export function checkPage(
  { groupBy, limit, cursor }: ListQuery & { readonly groupBy: string },
  faults: Faults,
): void {
  if (groupBy === 'thing') return
  const detail = 'is for pages of things, with groupBy=thing'
  if (limit !== queryLimits.defaultThings) faults.add(detail, 'query', 'limit')
  if (cursor !== undefined) faults.add(detail, 'query', 'cursor')
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
