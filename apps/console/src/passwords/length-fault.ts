import { passwordLength } from '#sign-in/password-length.ts'
import { texts } from '#texts/passwords.ts'

const { min, max } = passwordLength

/** What is wrong with the length of a new password; null where nothing is. */
export function lengthFault({ length }: string): string | null {
  return length < min || length > max ? texts.length(min, max) : null
}
