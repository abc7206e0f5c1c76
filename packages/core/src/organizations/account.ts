import { randomUUID } from 'node:crypto'
import { Problem } from '@sluice/runtime'
import type { Transaction } from '../database/client.ts'
import type { AddressProof } from '../database/generated/client.ts'
import { credential } from './credential.ts'

export interface NewAccount {
  readonly email: string
  readonly name: string
  /** As Better Auth makes and checks it. */
  readonly passwordHash: string
}

/** The columns that say how far an account is known to be its address's holder's. */
export function proofColumns(addressProof: AddressProof) {
  return { addressProof, emailVerified: addressProof === 'mail' }
}

/**
 * Makes the account of an address. An account that exists is never taken: whoever made it may hold it.
 *
 * @throws Problem `conflict` where the address has one
 */
export async function createAccount(
  db: Transaction,
  { email: given, name, passwordHash }: NewAccount,
  proof: AddressProof,
): Promise<{ userId: string; email: string }> {
  // Better Auth looks addresses up in lower case.
  const email = given.toLowerCase()
  if (await db.user.findUnique({ where: { email } })) {
    throw new Problem('conflict', { detail: `${email} has an account already.` })
  }
  const id = randomUUID()
  const accounts = { create: credential(id, passwordHash) }
  await db.user.create({ data: { id, email, name, ...proofColumns(proof), accounts } })
  return { userId: id, email }
}
