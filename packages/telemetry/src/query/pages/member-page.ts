import { queryLimits } from '@sluice/contract'
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
  const detail = 'is only for pages of things, with groupBy=thing'
  if (limit !== queryLimits.defaultThings) faults.add(detail, 'query', 'limit')
  if (cursor !== undefined) faults.add(detail, 'query', 'cursor')
}

/** A page of a subject's things, which are in the order of their ids; its last where more follow. */
export function pageOfMembers(
  subject: Subject,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): { readonly subject: Subject; readonly last: string | undefined } {
  const rest =
    after === undefined ? subject.members : subject.members.filter(({ id }) => id > after)
  const members = rest.slice(0, limit)
  const last = rest.length > members.length ? members.at(-1)?.id : undefined
  return { subject: { ...subject, members }, last }
}
