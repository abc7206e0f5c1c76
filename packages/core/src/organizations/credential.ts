import { randomUUID } from 'node:crypto'

/** The row with which Better Auth signs in a user by password. */
export function credential(userId: string, passwordHash: string) {
  return {
    id: randomUUID(),
    accountId: userId,
    providerId: 'credential',
    password: passwordHash,
  } as const
}
