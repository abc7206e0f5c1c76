import type { Core } from '../context.ts'
import type { Identity } from './identify.ts'

/** By what somebody signed in at their company. */
export interface SignedInBy
  extends Pick<Identity, 'organizationId' | 'issuer' | 'clientId' | 'subject'> {
  readonly userId: string
}

/**
 * Whether the provider is still the one by which somebody signed in, and they are still who it named. Waits for a change of
 * either that is under way, which ends the sessions that it finds: so call it once the session is there.
 */
export async function isStillIdentified(
  { db }: Pick<Core, 'db'>,
  { organizationId, issuer, clientId, subject, userId }: SignedInBy,
): Promise<boolean> {
  // One lock after the other: a change that takes both waits for none that is held here.
  await db.$queryRaw`SELECT 1 FROM "organizations" WHERE "id" = ${organizationId} FOR SHARE`
  await db.$queryRaw`SELECT 1 FROM "users" WHERE "id" = ${userId} FOR SHARE`
  const provider = await db.identityProvider.findUnique({ where: { organizationId } })
  if (provider?.issuer !== issuer || provider.clientId !== clientId) return false
  const where = { organizationId_issuer_subject: { organizationId, issuer, subject } }
  return (await db.companyIdentity.findUnique({ where }))?.userId === userId
}
