import { passwordLength } from '#sign-in/password-length.ts'

const { min, max } = passwordLength

interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
}

/** What is wrong with a change of password, by field, before it is sent. Lengths are those of the server. */
export function passwordFaults({ currentPassword, newPassword }: PasswordChange) {
  return {
    currentPassword: currentPassword === '' ? 'Enter your current password.' : null,
    newPassword: faultOfNew(currentPassword, newPassword),
  }
}

function faultOfNew(current: string, next: string): string | null {
  if (next.length < min) return `A password has ${min} characters or more.`
  if (next.length > max) return `A password has at most ${max} characters.`
  return next === current ? 'This is your current password.' : null
}
