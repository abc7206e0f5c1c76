import { texts } from '#texts/auth-calls.ts'
import { texts as passwords } from '#texts/passwords.ts'
import type { Refusal } from './call-auth.ts'

const words: Readonly<Record<string, string>> = {
  ...texts.refused,
  PASSWORD_COMMON: passwords.weak.common,
  PASSWORD_OWN: passwords.weak.own,
  PASSWORD_PATTERN: passwords.weak.pattern,
  PASSWORD_GUESSABLE: passwords.weak.guessable,
}

/** Explains a refused call and what to do about it. */
export function refusalText({ status, code, retryAfter }: Refusal): string {
  if (status === undefined) return texts.unreachable
  const known = code === undefined ? undefined : words[code]
  if (known !== undefined) return known
  if (status === 429) return retryAfter ? texts.tooManyFor(retryAfter) : texts.tooMany
  if (status === 401) return texts.signedOut
  if (status === 403) return texts.untrusted
  return texts.failed
}

/** Whether the user must start over with the password. */
export function endsSecondStep({ code }: Refusal): boolean {
  return code === 'INVALID_TWO_FACTOR_COOKIE' || code === 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'
}
