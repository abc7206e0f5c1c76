import { isName, nameFault } from '@sluice/contract'
import { invalidRequest, isStorable, Problem } from '@sluice/runtime'
import type { Transaction } from '../../database/client.ts'
import { createAccount, proofColumns } from '../../organizations/index.ts'
import { type Claimant, claimAccount } from '../../people/index.ts'
import type { FoundInvitation } from './find.ts'
import { proofAfter, wayOf } from './way.ts'

/** A person who is signed in, or who cannot sign in yet. */
export type Joining =
  | { readonly userId: string }
  | {
      readonly name: string
      /** As Better Auth creates and checks it. */
      readonly passwordHash: string
    }

const LONGEST_NAME = 100

type Scene = Omit<Claimant, 'proof' | 'userId' | 'name' | 'passwordHash'>

/**
 * The account with which an invitation is accepted, in the appropriate way (`way.ts`).
 *
 * @throws Problem `scope-missing` if somebody else is signed in, `conflict` for a different way
 */
export async function joiningPerson(
  db: Transaction,
  invitation: Pick<FoundInvitation, 'email' | 'delivery'>,
  by: Joining,
  scene: Scene,
): Promise<{ id: string; name: string }> {
  const { email } = invitation
  // Organizations have separate locks: of concurrent acceptances, the second must see what the first has proved.
  await db.$queryRaw`SELECT 1 FROM "users" WHERE "email" = ${email} FOR NO KEY UPDATE`
  const account = await db.user.findUnique({ where: { email } })
  const proof = proofAfter(invitation, account)
  const way = wayOf(invitation, account)
  if ('userId' in by) {
    const person = await signedIn(db, email, by.userId)
    if (way !== 'sign-in') throw new Problem('conflict', { detail: refusals.claim(email) })
    await db.user.update({ where: { id: person.id }, data: proofColumns(proof) })
    return person
  }
  const { passwordHash } = by
  const name = nameIn(by.name)
  if (!account) {
    const { userId: id } = await createAccount(db, { email, name, passwordHash }, proof)
    return { id, name }
  }
  if (way !== 'claim') throw new Problem('conflict', { detail: refusals['sign-in'](email) })
  await claimAccount(db, { ...scene, userId: account.id, name, passwordHash, proof })
  return { id: account.id, name }
}

const refusals = {
  'sign-in': (email: string) =>
    `${email} already has an account. Sign in with it, then accept. If it is not yours, ask the operator for a link.`,
  claim: (email: string) =>
    `The email address of the account ${email} was never verified. Choose a new password for it to accept.`,
}

async function signedIn(db: Transaction, email: string, id: string) {
  const user = await db.user.findUniqueOrThrow({ where: { id } })
  if (user.email === email) return user
  throw new Problem('scope-missing', {
    detail: `This invitation is for ${email}, but you are signed in as ${user.email}.`,
  })
}

function nameIn(given: string): string {
  const name = given.trim()
  if (name.length > 0 && name.length <= LONGEST_NAME && isStorable(name) && isName(name))
    return name
  const detail = isName(name) ? `must be 1 to ${LONGEST_NAME} valid characters` : nameFault
  throw invalidRequest([{ pointer: '/name', detail }])
}
