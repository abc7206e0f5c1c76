import { randomUUID } from 'node:crypto'
import type { Transaction } from '../database/client.ts'
import { credential } from './credential.ts'

export interface NewAccount {
  readonly email: string
  /** Of a user who is new. */
  readonly name: string
  /** Of a user who is new, as Better Auth makes and checks it. */
  readonly passwordHash: string
}

/**
 * The account of an address. It is made where there is none; an existing one keeps its name and password.
 */
export async function ensureAccount(
  db: Transaction,
  { email: given, name, passwordHash }: NewAccount,
): Promise<{ userId: string; email: string; created: boolean }> {
  // Better Auth looks addresses up in lower case.
  const email = given.toLowerCase()
  const existing = await db.user.findUnique({ where: { email } })
  if (existing) return { userId: existing.id, email, created: false }
  const userId = randomUUID()
  const accounts = { create: credential(userId, passwordHash) }
  await db.user.create({ data: { id: userId, email, name, emailVerified: true, accounts } })
  return { userId, email, created: true }
}
