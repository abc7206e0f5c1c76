import { randomUUID } from 'node:crypto'
import { Problem } from '@sluice/runtime'
import type { Transaction } from '../database/client.ts'
import type { AddressProof } from '../database/generated/client.ts'
import { credential } from './credential.ts'

export interface NewAccount {
  readonly email: string
  readonly name: string
  /** As Better Auth creates and checks it. */
  readonly passwordHash: string
}

/** The columns for how well it is proven that an account belongs to its address's holder. */
export function proofColumns(addressProof: AddressProof) {
  return { addressProof, emailVerified: addressProof === 'mail' }
}

/**
 * Creates the account of an address. An existing account is never reused: whoever created it may still hold it.
 *
 * @throws Problem `conflict` if the address has one
 */
export async function createAccount(
  db: Transaction,
  { email: given, name, passwordHash }: NewAccount,
  proof: AddressProof,
): Promise<{ userId: string; email: string }> {
  // Better Auth looks up addresses in lower case.
  const email = given.toLowerCase()
  const id = randomUUID()
  // Of concurrent ones, the second waits here, and is skipped.
  const { count } = await db.user.createMany({
    data: { id, email, name, ...proofColumns(proof) },
    skipDuplicates: true,
  })
  if (count === 0) throw new Problem('conflict', { detail: `${email} has an account already.` })
  await db.account.create({ data: { userId: id, ...credential(id, passwordHash) } })
  return { userId: id, email }
}
