import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { changePerson } from './change-person.ts'
import { operatorsHand } from './hand.ts'
import { personWithEmail } from './person.ts'

/**
 * Takes a person's authenticator app, backup codes, trusted devices and passkeys away and ends their sessions, so that
 * the password alone signs in again. For who has lost what they need for the second step.
 *
 * @returns what there was
 * @throws Problem `not-found` without such a user
 */
export async function resetSecondFactor(
  core: Core,
  email: string,
): Promise<{ twoStep: boolean; passkeys: number }> {
  const person = await personWithEmail(core, email)
  const userId = person.id
  let passkeys = 0
  const act = 'members.resetSecondFactor'
  await changePerson(core, { person, hand: operatorsHand(core), act }, async (db) => {
    await db.twoFactor.deleteMany({ where: { userId } })
    await db.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } })
    passkeys = (await db.passkey.deleteMany({ where: { userId } })).count
    await db.session.deleteMany({ where: { userId } })
    await forgetTrustedDevices(db, userId)
  })
  return { twoStep: person.twoFactorEnabled, passkeys }
}

/** Every browser is asked for the second step again. */
export async function forgetTrustedDevices(db: Transaction, userId: string): Promise<void> {
  // As Better Auth's second step names the rows of trusted devices.
  const identifier = { startsWith: 'trust-device-' }
  await db.verification.deleteMany({ where: { identifier, value: userId } })
}
