import type { Core } from '../context.ts'
import { credential } from '../organizations/index.ts'
import { changePerson } from './change-person.ts'
import { operatorsHand } from './hand.ts'
import { personWithEmail } from './person.ts'
import { forgetTrustedDevices } from './second-factor.ts'

interface NewPassword {
  readonly email: string
  /** As Better Auth makes and checks it. */
  readonly passwordHash: string
}

/**
 * Gives a person another password and ends their sessions. Every organization that they belong to has it in its audit
 * log; of a person of none it is in the acts on accounts.
 *
 * @throws Problem `not-found` without such a user
 */
export async function setPassword(core: Core, { email, passwordHash }: NewPassword): Promise<void> {
  const person = await personWithEmail(core, email)
  const userId = person.id
  const act = 'members.setPassword'
  await changePerson(core, { person, hand: operatorsHand(core), act }, async (db) => {
    const data = credential(userId, passwordHash)
    await db.account.deleteMany({ where: { userId, providerId: data.providerId } })
    await db.account.create({ data: { ...data, userId } })
    await db.session.deleteMany({ where: { userId } })
    await forgetTrustedDevices(db, userId)
  })
}
