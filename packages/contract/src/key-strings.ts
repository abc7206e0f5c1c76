/** A key string, or the part of one from its prefix into its secret. The id within is public. */
const WITH_SECRET = /svc(?:ex|ad)_([0-9A-Za-z]{12})_[0-9A-Za-z]+/i
const EACH_WITH_SECRET = new RegExp(WITH_SECRET, 'gi')

/** The text with every key string in it reduced to its public id. */
export function withoutKeySecrets(text: string): string {
  return text.replace(EACH_WITH_SECRET, '$1')
}

/** What to search for where somebody pasted this: the id of a key string in it, else the text as it is. */
export function searchTextOf(pasted: string): string {
  return WITH_SECRET.exec(pasted)?.[1] ?? pasted
}
