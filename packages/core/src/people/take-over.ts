import type { Transaction } from '../database/client.ts'
import { credential } from '../organizations/index.ts'
import { endBegun } from './access-epoch.ts'
import { forgetAttempts } from './attempts.ts'
import { guessesAt } from './guesses.ts'

/** Replaces a person's password. Guesses at the old one no longer count. */
export async function putPassword(
  db: Transaction,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await endBegun(db, userId)
  const data = credential(userId, passwordHash)
  await db.account.deleteMany({ where: { userId, providerId: data.providerId } })
  await db.account.create({ data: { ...data, userId } })
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } })
  await forgetAttempts({ db }, guessesAt(email))
}

/** Removes a person's password. */
export async function removePassword(db: Transaction, userId: string): Promise<void> {
  await endBegun(db, userId)
  const { providerId } = credential(userId, '')
  await db.account.deleteMany({ where: { userId, providerId } })
}

/** Ends a person's sessions and sign-ins in progress. */
export async function endAllSessions(db: Transaction, userId: string): Promise<void> {
  await endBegun(db, userId)
  await db.session.deleteMany({ where: { userId } })
}

/** Ends a person's sessions and all other ways to sign in: passkeys, and trust in browsers. */
export async function endSessionsAndPasskeys(
  db: Transaction,
  userId: string,
): Promise<{ passkeys: number }> {
  await endAllSessions(db, userId)
  const { count: passkeys } = await db.passkey.deleteMany({ where: { userId } })
  return { passkeys }
}

/** The same, and removes the authenticator app. */
export async function endSecondFactors(
  db: Transaction,
  userId: string,
): Promise<{ passkeys: number }> {
  const ended = await endSessionsAndPasskeys(db, userId)
  await db.twoFactor.deleteMany({ where: { userId } })
  await db.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } })
  return ended
}

/** The same, and removes connected accounts at companies. */
export async function endAllAccess(db: Transaction, userId: string): Promise<void> {
  await endSecondFactors(db, userId)
  // Until they connect one again. That the organization knows the person is stored in another row.
  await db.companyIdentity.deleteMany({ where: { userId } })
}
