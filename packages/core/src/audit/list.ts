import type { Input, Output, Scope } from '@sluice/contract'
import type { Context } from '../context.ts'
import type { AuditEntry, Prisma } from '../database/generated/client.ts'
import {
  containing,
  decodeNumberCursor,
  FIRST_LARGE,
  inParts,
  pageOf,
  timeOrder,
  within,
  withTotal,
} from '../lists/index.ts'
import { foldedEntries } from './fold.ts'
import { knownCondition, pathCondition } from './known-condition.ts'
import { presentEntry } from './present.ts'

type Query = Input<'audit.list'>['query']

/** By time. The id is the keyset: within an organization it grows in the order of the chain. */
export function listAuditEntries(
  ctx: Context,
  { query }: Input<'audit.list'>,
): Promise<Output<'audit.list'>> {
  const where = {
    AND: [{ organizationId: ctx.actor.organization.id }, ...conditionsOf(ctx, query)],
  }
  const page = async () => {
    const [direction, beyond] = timeOrder(query.sort)
    const first = query.cursor === undefined ? undefined : decodeNumberCursor(query, query.cursor)
    const rows = await inParts<AuditEntry & { entries?: number }>(
      query,
      (last, take) => {
        const from = last?.id ?? first
        if (query.foldBy === 'request') {
          return foldedEntries(ctx.db, { where, direction, from, take })
        }
        return ctx.db.auditEntry.findMany({
          where: { AND: [where, from === undefined ? {} : { id: { [beyond]: from } }] },
          orderBy: { id: direction },
          take,
        })
      },
      { kind: 'audit entries', first: FIRST_LARGE },
    )
    return pageOf(
      query,
      rows,
      (row) => presentEntry(row, ctx.actor.scopes, row.entries),
      ({ id }) => [String(id)],
    )
  }
  return withTotal(query, page(), () => ctx.db.auditEntry.count({ where }))
}

function conditionsOf({ actor, now }: Context, query: Query) {
  const { operation, actorType, actorId, resource, requestId, text } = query
  const at = within(query, now)
  const conditions: Prisma.AuditEntryWhereInput[] = []
  if (operation !== undefined) conditions.push({ operation })
  if (actorType !== undefined) conditions.push({ actorType })
  if (actorId !== undefined) conditions.push({ actorId })
  if (resource !== undefined) {
    conditions.push(pathCondition(resource), knownCondition(actor.scopes))
  }
  if (requestId !== undefined) conditions.push({ requestId })
  if (at) conditions.push({ at })
  if (text !== undefined) conditions.push(mentions(text, actor.scopes))
  return conditions
}

function mentions(text: string, scopes: readonly Scope[]): Prisma.AuditEntryWhereInput {
  const contains = containing(text)
  return {
    OR: [
      { actorName: contains },
      { operation: contains },
      { AND: [{ resource: contains }, knownCondition(scopes)] },
      { address: contains },
    ],
  }
}
