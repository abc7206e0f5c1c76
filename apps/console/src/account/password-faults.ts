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
  if (next.length < 12) return 'A password has 12 characters or more.'
  if (next.length > 128) return 'A password has at most 128 characters.'
  return next === current ? 'This is your current password.' : null
}
