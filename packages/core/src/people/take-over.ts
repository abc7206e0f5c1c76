import type { Transaction } from '../database/client.ts'
import { credential } from '../organizations/index.ts'
import { forgetTrustedDevices } from './second-factor.ts'

/** Replaces a person's password. */
export async function putPassword(
  db: Transaction,
  userId: string,
  passwordHash: string,
): Promise<void> {
  const data = credential(userId, passwordHash)
  await db.account.deleteMany({ where: { userId, providerId: data.providerId } })
  await db.account.create({ data: { ...data, userId } })
  await endPasswordLinks(db, userId)
}

export const PASSWORD_LINK = 'password-link-'

/** Ends the links by which a new password could be set. */
export async function endPasswordLinks(db: Transaction, userId: string): Promise<void> {
  const identifier = { startsWith: PASSWORD_LINK }
  await db.verification.deleteMany({ where: { identifier, value: userId } })
}

/** Ends a person's sessions and whatever signs in beside the password: passkeys, and trust in browsers. */
export async function endSessionsAndPasskeys(
  db: Transaction,
  userId: string,
): Promise<{ passkeys: number }> {
  const { count: passkeys } = await db.passkey.deleteMany({ where: { userId } })
  await db.session.deleteMany({ where: { userId } })
  await forgetTrustedDevices(db, userId)
  return { passkeys }
}

/** The same, and what else its holder may not have: the second factor, and accounts at companies. */
export async function endAllAccess(db: Transaction, userId: string): Promise<void> {
  await endSessionsAndPasskeys(db, userId)
  await db.twoFactor.deleteMany({ where: { userId } })
  await db.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } })
  await endCompanyIdentities(db, userId)
}

/**
 * No account at a company signs the person in any more, until they connect one again. The row stays, for the
 * organization still knows the person. Of one that removed them it stays as it is: it signs in to nothing, and keeps
 * them out until they are invited again.
 */
async function endCompanyIdentities(db: Transaction, userId: string): Promise<void> {
  const where = { userId, organization: { memberships: { some: { userId } } } }
  await db.companyIdentity.updateMany({ where, data: { subject: `ended ${userId}` } })
}
