import { lengthFault } from '#passwords/length-fault.ts'
import { texts } from '#texts/account.tsx'

interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
}

/** Validates a change of password before it is sent, by field. The length limits are the server's. */
export function passwordFaults({ currentPassword, newPassword }: PasswordChange) {
  return {
    currentPassword: currentPassword === '' ? texts.password.currentMissing : null,
    newPassword: faultOfNew(currentPassword, newPassword),
  }
}

function faultOfNew(current: string, next: string): string | null {
  return lengthFault(next) ?? (next === current ? texts.password.unchanged : null)
}
