/** Names the user of the calling page. The server refuses the call if somebody else has signed in since. */
export const PERSON_HEADER = 'x-sluice-person'

/** The code of that refusal. */
export const OTHER_PERSON = 'OTHER_PERSON'

let pagePerson: string | undefined

/**
 * Sets whose page this is, for calls outside React's context.
 *
 * @param userId undefined for pages that anybody may see
 * @returns a function that takes it back
 */
export function setPagePerson(userId: string | undefined): () => void {
  pagePerson = userId
  return () => {
    pagePerson = undefined
  }
}

/** The header of a call from the current page. */
export function personHeader(userId = pagePerson): Readonly<Record<string, string>> {
  return userId === undefined ? {} : { [PERSON_HEADER]: userId }
}
