import { plural } from './plural.ts'

export const texts = {
  /** By error code, Better Auth's and ours. */
  refused: {
    INVALID_PASSWORD: 'Wrong password. Try again.',
    PASSWORD_TOO_SHORT: 'Enter 12 characters or more.',
    PASSWORD_TOO_LONG: 'Enter 128 characters or fewer.',
    INVALID_EMAIL_OR_PASSWORD: 'Wrong email or password. Try again.',
    INVALID_CODE: 'Wrong code. Enter the one that your app shows now.',
    CODE_USED_BEFORE: 'Each code works once. Wait for your app to show the next one.',
    CODES_UNREADABLE:
      'Your codes can no longer be checked. Sign in with a passkey, or ask the operator to reset your second factor.',
    INVALID_BACKUP_CODE: 'This backup code is wrong or was used before. Try another one.',
    INVALID_TWO_FACTOR_COOKIE: 'That took too long. Enter your password again.',
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Enter your password again.',
    TOO_MANY_CODES:
      'Too many wrong codes for this account. Sign in with a passkey or in a browser that you used before, or try again later.',
    TOTP_ALREADY_ENABLED: 'Two-step sign-in is already on. Reload the page.',
    TWO_FACTOR_NOT_ENABLED: 'Two-step sign-in is already off. Reload the page.',
    SESSION_NOT_FRESH:
      'This change needs a sign-in within the last ten minutes. Select “Sign in again” on this page, then repeat the change.',
    OTHER_PERSON: 'You signed in with another account in another tab. Reload the page.',
    ACCESS_ENDED: 'How this account signs in was changed just now. Sign in again.',
    TOO_MANY_SIGN_INS:
      'Too many wrong passwords for this account. Try again in five minutes, sign in with a passkey, or set a new password.',
    TOO_MANY_FROM_ADDRESS:
      'Too many wrong passwords from your network. Try again in a minute, or sign in with a passkey.',
    NO_COMPANY_SIGN_IN:
      'No company sign-in was found for this. Check what you entered, or sign in with your password.',
    SEVERAL_COMPANIES:
      'Several organizations use this domain. Enter the id of yours: it follows /o/ in the address of its pages.',
    PROVIDER_FAILED:
      'Your company’s sign-in cannot be reached. Try again; if it keeps failing, tell an owner of your organization.',
    PROVIDER_BUSY:
      'Too many people are signing in with your company at once. Try again in a moment.',
    COMPANY_SIGN_IN_EXPIRED: 'That took too long. Sign in with your company again.',
    COMPANY_NOT_CONNECTED: 'This account could not be connected. Sign in with your company again.',
    COMPANY_SESSION:
      'You are signed in through your company. To do this, sign in with your password or a passkey.',
    NOT_STORABLE: 'This contains characters that cannot be stored. Remove them, and try again.',
    NAME_REFUSED: 'Enter a one-line name of at most 100 characters that contains no API key.',
    TOO_MANY_PASSKEYS:
      'Your account has 50 passkeys, the most that it can have. Delete one that you no longer use.',
    CHALLENGE_NOT_FOUND: 'That took too long. Try again.',
    PASSKEY_NOT_FOUND: 'This passkey was deleted from its account. Sign in another way.',
    USER_NOT_VERIFIED:
      'Your passkey did not ask for your fingerprint, face or PIN. Set one of these up for it, then try again.',
  } as Readonly<Record<string, string>>,
  unreachable: 'The console cannot be reached. Check your connection and try again.',
  tooMany: 'Too many attempts. Try again in a minute.',
  tooManyFor: (seconds: number) =>
    plural(seconds, {
      one: 'Too many attempts. Try again in # second.',
      other: 'Too many attempts. Try again in # seconds.',
    }),
  signedOut: 'You are signed out. Reload the page.',
  untrusted:
    'The console is not meant to be opened at this address. Open the address that you were given.',
  failed: 'Something went wrong on our side. Try again in a moment.',
}
