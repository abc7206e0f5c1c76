import { randomUUID } from 'node:crypto'

/** The row by which Better Auth signs a user in with a password. */
export function credential(userId: string, passwordHash: string) {
  return {
    id: randomUUID(),
    accountId: userId,
    providerId: 'credential',
    password: passwordHash,
  } as const
}
