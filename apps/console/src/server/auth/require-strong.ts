import { Problem } from '@sluice/runtime'
import { passwordLength } from '#sign-in/password-length.ts'
import { texts } from '#texts/passwords.ts'
import { hasPasswordLength, weaknessOf } from './weak-password.ts'

/**
 * Requires a new password to be hard to guess.
 *
 * @param own the person's name, address and organizations
 * @throws Problem `invalid-request` for a password that is weak, too short or too long
 */
export async function requireStrong(password: string, own: readonly string[]): Promise<void> {
  if (!hasPasswordLength(password)) {
    const { min, max } = passwordLength
    throw refused(texts.length(min, max))
  }
  const weakness = await weaknessOf(password, own)
  if (weakness !== undefined) throw refused(texts.weak[weakness])
}

function refused(detail: string): Problem {
  return new Problem('invalid-request', { detail, errors: [{ pointer: '/password', detail }] })
}
