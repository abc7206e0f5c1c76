import type { Context, Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { claimAccount, type PersonRequest } from '../people/index.ts'

/**
 * Whether anybody may have created an account: nothing proves its address, and no provider has named its holder. Owners
 * of the organization and operators must sign in themselves, so that a provider cannot give itself their rights.
 */
export async function isAnybodys(
  db: Context['db'],
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const where = {
    id: userId,
    addressProof: 'none',
    ...{ identities: { none: {} }, companies: { none: {} }, operator: null },
    memberships: { none: { organizationId, role: 'owner' } },
  } as const
  return (await db.user.count({ where })) > 0
}

interface Scene {
  readonly core: Core
  readonly db: Transaction
  readonly request: PersonRequest
}

interface NewHolder {
  readonly organizationId: string
  readonly issuer: string
  readonly subject: string
  readonly userId: string
  readonly name: string
}

/**
 * Hands an account that anybody may have created to the person that a provider has identified. From then on it can only
 * sign in through this provider. Its address is not proven otherwise, so a link can still claim it.
 *
 * @returns false if it is not anybody's any more, and nothing was done
 */
export async function claimByCompany(
  { core, db, request }: Scene,
  { name, ...identity }: NewHolder,
): Promise<boolean> {
  const { organizationId, userId } = identity
  // A link may claim it at the same time.
  await db.$queryRaw`SELECT 1 FROM "users" WHERE "id" = ${userId} FOR NO KEY UPDATE`
  if (!(await isAnybodys(db, organizationId, userId))) return false
  await claimAccount(db, { core, request, userId, name, passwordHash: null, proof: 'none' })
  await db.companyIdentity.create({ data: { ...identity, createdAt: core.clock() } })
  return true
}
