import { referenceOf } from '../actor.ts'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'

export interface Change {
  /** The operation's name, for example keys.revoke. */
  readonly operation: string
  /** The resource's own path. */
  readonly resource: string
  /** Public records before and after; never a secret. Absent where the resource did not or no longer exists. */
  readonly before?: object
  readonly after?: object
}

/** Writes the audit row of a change, in the change's own transaction: no row, no change. */
export async function recordChange(ctx: Context, change: Change): Promise<void> {
  const actor = referenceOf(ctx.actor)
  await ctx.db.auditEntry.create({
    data: {
      organizationId: ctx.actor.organization.id,
      at: ctx.now,
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
      address: ctx.address,
      requestId: ctx.requestId,
      operation: change.operation,
      resource: change.resource,
      ...(change.before && { before: change.before as Prisma.InputJsonValue }),
      ...(change.after && { after: change.after as Prisma.InputJsonValue }),
    },
  })
}
