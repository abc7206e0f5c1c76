import { randomUUID } from 'node:crypto'
import { notFound } from '@sluice/runtime'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Context, Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { actingColumns, actingOrganization } from '../limits/index.ts'
import { atCommandLine, contextIn } from '../operator.ts'
import { organizationPath } from '../scopes/index.ts'
import { ensureAccount, type NewAccount } from './account.ts'

interface NewOwner extends NewAccount {
  readonly organizationId: string
}

/**
 * Makes a person the owner of an organization. Somebody who has an account keeps its name and its password.
 *
 * @returns whether the account was made by this call, so that the password is the one given
 * @throws Problem `not-found` without such an organization
 */
export async function addOwner(core: Core, owner: NewOwner): Promise<{ accountCreated: boolean }> {
  const { organizationId } = owner
  const organization = await core.db.organization.findUnique({
    where: { id: organizationId },
    select: actingColumns,
  })
  if (!organization) throw notFound('organization', organizationId)
  const ctx = contextIn(atCommandLine(core), actingOrganization(organization))
  return auditedTransaction(core.db, (db) => putOwner({ ...ctx, db }, owner))
}

/** {@link addOwner} within a transaction, for the organization of the actor. */
export async function putOwner(
  ctx: Context & { readonly db: Transaction },
  person: NewAccount,
): Promise<{ accountCreated: boolean }> {
  const organizationId = ctx.actor.organization.id
  const { userId, email, created } = await ensureAccount(ctx.db, person)
  const member = { organizationId_userId: { organizationId, userId } }
  const before = await ctx.db.membership.findUnique({ where: member })
  await ctx.db.membership.upsert({
    where: member,
    create: { id: randomUUID(), organizationId, userId, role: 'owner' },
    update: { role: 'owner' },
  })
  await recordChange(ctx, {
    operation: 'members.add',
    resource: organizationPath,
    ...(before && { before: { userId, email, role: before.role } }),
    after: { userId, email, role: 'owner' },
  })
  return { accountCreated: created }
}
