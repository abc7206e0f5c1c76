import type { Role } from '../actor.ts'
import { auditedTransaction } from '../audit/index.ts'
import type { Context, Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { asProblem } from '../database/store-errors.ts'
import { standingOf } from './standing.ts'

export interface MembersContext extends Context {
  readonly db: Transaction
  readonly standing: Role
}

/** Changes the members of the actor's organization, with the actor's current role. Throws {@link Problem}. */
export function changeMembers<T>(
  ctx: Context,
  work: (ctx: MembersContext) => Promise<T>,
): Promise<T> {
  return inTurnOfMembers(ctx, ctx.actor.organization.id, async (db) => {
    const inside = { ...ctx, db }
    return work({ ...inside, standing: await standingOf(inside) })
  })
}

/**
 * Serializes changes of an organization's members, so that concurrent ones cannot leave it without an owner, invite an
 * address twice, or use an invitation twice. The lock does not block references to the organization.
 */
export async function inTurnOfMembers<T>(
  { db }: Pick<Core, 'db'> | Pick<Context, 'db'>,
  organizationId: string,
  work: (db: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await auditedTransaction(db, async (transaction) => {
      await transaction.$queryRaw`
        SELECT 1 FROM "organizations" WHERE "id" = ${organizationId} FOR NO KEY UPDATE`
      return work(transaction)
    })
  } catch (error) {
    throw asProblem(error)
  }
}
