import { weaknessText } from '#passwords/weakness.ts'
import type { Refusal } from './call-auth.ts'

const words: Readonly<Record<string, string>> = {
  INVALID_PASSWORD: 'The password is not right.',
  PASSWORD_TOO_SHORT: 'A password has 12 characters or more.',
  PASSWORD_TOO_LONG: 'A password has at most 128 characters.',
  PASSWORD_COMMON: weaknessText.common,
  PASSWORD_OWN: weaknessText.own,
  PASSWORD_PATTERN: weaknessText.pattern,
  PASSWORD_GUESSABLE: weaknessText.guessable,
  INVALID_EMAIL_OR_PASSWORD: 'The e-mail address or the password is not right.',
  INVALID_CODE: 'The code is not right. Enter the one that the app shows now.',
  CODE_USED_BEFORE: 'Each code counts once. Wait for the next one that the app shows.',
  INVALID_BACKUP_CODE: 'The backup code is not right, or was used before.',
  INVALID_TWO_FACTOR_COOKIE: 'That took too long. Sign in with your password again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Sign in with your password again.',
  ACCOUNT_TEMPORARILY_LOCKED:
    'Too many wrong codes in a row. The second step of this account is locked for 15 minutes.',
  TOTP_ALREADY_ENABLED: 'Two-step sign-in is on already. Reload the page.',
  TWO_FACTOR_NOT_ENABLED: 'Two-step sign-in is off already. Reload the page.',
  SESSION_NOT_FRESH:
    'You signed in more than ten minutes ago. Sign out, sign in again, and make this change then.',
  TOO_MANY_SIGN_INS:
    'Too many wrong passwords for this account. Try again in five minutes, or sign in with a passkey.',
  NO_COMPANY_SIGN_IN:
    'There is no company sign-in for this. Check the address, or sign in with your password.',
  SEVERAL_COMPANIES:
    'Several organizations have this domain. Enter the id of yours: it is in the address of its pages, after /o/.',
  PROVIDER_FAILED:
    'Your company’s sign-in is not reachable. Try again; if it fails again, tell an owner of your organization.',
  COMPANY_SIGN_IN_EXPIRED: 'That took too long. Begin again with “Sign in with your company”.',
  COMPANY_NOT_CONNECTED:
    'This account could not be connected. Begin again with “Sign in with your company”.',
  COMPANY_SESSION:
    'You are signed in by your company. Sign in with your password or a passkey for this.',
  CHALLENGE_NOT_FOUND: 'That took too long. Try again.',
  PASSKEY_NOT_FOUND: 'This passkey is not known here: it was deleted from its account.',
  USER_NOT_VERIFIED:
    'The passkey was used without a fingerprint, a face or a PIN. Turn one on for it.',
}

/** What a refused call means to the one who tried, and what to do. */
export function refusalText({ status, code, retryAfter }: Refusal): string {
  if (status === undefined) {
    return 'The console is not reachable. Check your connection and try again.'
  }
  const known = code === undefined ? undefined : words[code]
  if (known !== undefined) return known
  if (status === 429) {
    return `Too many attempts. Try again in ${retryAfter ? `${retryAfter} seconds` : 'a minute'}.`
  }
  if (status === 401) return 'You are not signed in any longer. Reload the page.'
  if (status === 403) return 'This page was opened under an address that is not trusted.'
  return 'Something went wrong on our side. Try again in a moment.'
}

/** Whether the second step has to begin anew with the password. */
export function endsSecondStep({ code }: Refusal): boolean {
  return code === 'INVALID_TWO_FACTOR_COOKIE' || code === 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'
}
