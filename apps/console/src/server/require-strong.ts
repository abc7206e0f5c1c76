import { Problem } from '@sluice/runtime'
import { passwordLength } from '#sign-in/password-length.ts'
import { texts } from '#texts/passwords.ts'
import { hasPasswordLength, weaknessOf } from './weak-password.ts'

/**
 * Takes a new password that is hard to guess.
 *
 * @param own what is known of the person: name, address, organization
 * @throws Problem `invalid-request` for another, judged by its length first
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
