import type { Core } from '../context.ts'
import { proofColumns } from '../organizations/index.ts'
import { changePerson } from './change-person.ts'
import { operatorsHand } from './hand.ts'
import { personWithEmail } from './person.ts'
import { endSessionsAndPasskeys, putPassword } from './take-over.ts'

interface NewPassword {
  readonly email: string
  /** As Better Auth creates and checks it. */
  readonly passwordHash: string
}

/**
 * Gives a person a new password, and ends their sessions and passkeys: only the new password signs in, with the second
 * factor if there is one. The operator who hands it over thereby vouches for the address.
 *
 * @throws Problem `not-found` without such a user
 */
export async function setPassword(
  core: Core,
  { email, passwordHash }: NewPassword,
): Promise<{ passkeys: number; hasSecondFactor: boolean }> {
  const person = await personWithEmail(core, email)
  const { id: userId } = person
  const act = 'members.setPassword'
  let passkeys = 0
  await changePerson(core, { person, hand: operatorsHand(core), act }, async (db) => {
    await putPassword(db, userId, passwordHash)
    passkeys = (await endSessionsAndPasskeys(db, userId)).passkeys
    const where = { id: userId, addressProof: 'none' } as const
    await db.user.updateMany({ where, data: proofColumns('operator') })
  })
  return { passkeys, hasSecondFactor: person.twoFactorEnabled }
}
