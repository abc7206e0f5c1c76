import { PERSON_HEADER } from '#data/page-person.ts'

/** Whether a request comes from a page that was rendered for somebody other than this user. */
export function isPageOfOther(headers: Headers, userId: string | undefined): boolean {
  const page = headers.get(PERSON_HEADER)
  return page !== null && userId !== undefined && page !== userId
}
