import { passwordLength } from '#sign-in/password-length.ts'
import { texts } from '#texts/passwords.ts'

const { min, max } = passwordLength

/** The error for the length of a new password; null if it is valid. */
export function lengthFault({ length }: string): string | null {
  return length < min || length > max ? texts.length(min, max) : null
}
