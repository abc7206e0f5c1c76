import { recordChange } from '../audit/index.ts'
import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import type { AddressProof } from '../database/generated/client.ts'
import { proofColumns } from '../organizations/index.ts'
import { organizationPath } from '../scopes/index.ts'
import { recordAccountAct } from './acts.ts'
import { ownHand, type PersonRequest } from './hand.ts'
import { personWithId } from './person.ts'
import { endAllAccess, putPassword, removePassword } from './take-over.ts'

export interface Claimant {
  readonly core: Core
  readonly request: PersonRequest
  readonly userId: string
  readonly name: string
  /** As Better Auth creates and checks it; null for none, if the holder signs in through their company. */
  readonly passwordHash: string | null
  /** What proves that the claim comes from the address's holder. */
  readonly proof: AddressProof
}

/**
 * Hands over an account that anybody may have created to its address's holder, with a new name and password, and
 * without any earlier way to sign in. Its memberships stay: the organizations gave them to this address. Runs within a
 * transaction, which must be audited if the person belongs to organizations.
 */
export async function claimAccount(
  db: Transaction,
  { core, request, userId, name, passwordHash, proof }: Claimant,
): Promise<void> {
  const person = await personWithId({ db }, userId)
  const hand = ownHand(core, { ...person, name }, request)
  const act = 'members.claimAccount'
  await endAllAccess(db, userId)
  if (passwordHash === null) await removePassword(db, userId)
  else await putPassword(db, userId, passwordHash)
  await db.user.update({ where: { id: userId }, data: { name, ...proofColumns(proof) } })
  await recordAccountAct(db, { person, hand, act })
  for (const membership of person.memberships) {
    const { now, address, requestId } = hand
    const scene = { actor: hand.actorIn(membership), now, address, requestId, db }
    const after = { userId, email: person.email }
    await recordChange(scene, { operation: act, resource: organizationPath, after })
  }
}
