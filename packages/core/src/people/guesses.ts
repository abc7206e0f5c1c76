import { createHash } from 'node:crypto'

/** What counts and cookies name an account by: addresses without an account are not stored in plain text. */
export function accountDigest(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex')
}

/** The key under which wrong passwords of an account are counted, from all browsers that are not known to it. */
export function guessesAt(email: string): string {
  return `sign-in ${accountDigest(email)}`
}
