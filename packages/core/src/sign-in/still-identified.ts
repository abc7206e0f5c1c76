import type { Core } from '../context.ts'
import type { Identity } from './identify.ts'

/** The identity with which somebody signed in through their company. */
export interface SignedInBy
  extends Pick<Identity, 'organizationId' | 'issuer' | 'clientId' | 'subject'> {
  readonly userId: string
}

/**
 * Whether the provider is still the one through which somebody signed in, and they are still who it named. Waits for a
 * concurrent change of either, which ends the sessions that it finds: so call it after the session was created.
 */
export async function isStillIdentified(
  { db }: Pick<Core, 'db'>,
  { organizationId, issuer, clientId, subject, userId }: SignedInBy,
): Promise<boolean> {
  // One lock at a time, so that this cannot deadlock with a change that takes both.
  await db.$queryRaw`SELECT 1 FROM "organizations" WHERE "id" = ${organizationId} FOR SHARE`
  await db.$queryRaw`SELECT 1 FROM "users" WHERE "id" = ${userId} FOR SHARE`
  const provider = await db.identityProvider.findUnique({ where: { organizationId } })
  if (provider?.issuer !== issuer || provider.clientId !== clientId) return false
  const where = { organizationId_issuer_subject: { organizationId, issuer, subject } }
  return (await db.companyIdentity.findUnique({ where }))?.userId === userId
}
