import type { Core } from '../context.ts'
import { changePerson } from './change-person.ts'
import { operatorsHand } from './hand.ts'
import { personWithEmail } from './person.ts'
import { endSecondFactors } from './take-over.ts'

/**
 * Removes a person's authenticator app, backup codes, trusted devices and passkeys, and ends their sessions, so that
 * the password alone signs in again. For people who have lost their second factor.
 *
 * @returns what was removed
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
    passkeys = (await endSecondFactors(db, userId)).passkeys
  })
  return { twoStep: person.twoFactorEnabled, passkeys }
}
