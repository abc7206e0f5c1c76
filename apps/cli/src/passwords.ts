import { randomInt } from 'node:crypto'

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 5

/** A password that can be typed from a screen: 100 bits. */
export function generatePassword(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)])
  return Array.from({ length: groups }, () => group().join('')).join('-')
}

/** A new password with the hash that the console's sign-in checks it against. */
export async function newPassword(): Promise<{ password: string; passwordHash: string }> {
  const { hashPassword } = await import('@better-auth/utils/password')
  const password = generatePassword()
  return { password, passwordHash: await hashPassword(password) }
}
