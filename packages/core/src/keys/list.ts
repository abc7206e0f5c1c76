import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import { decodeCursor, encodeCursor, invalidCursor } from '../lists/index.ts'
import { filtersFor, idCondition } from '../scopes/index.ts'
import { type KeyStatus, presentKey } from './record.ts'

/** Newest first; the creation time and the id make the keyset. */
export async function listKeys(
  ctx: Context,
  { query }: Input<'keys.list'>,
): Promise<Output<'keys.list'>> {
  const rows = await ctx.db.key.findMany({
    where: {
      AND: [
        { organizationId: ctx.actor.organization.id },
        idCondition(filtersFor(ctx.actor.scopes, 'read'), 'KEY'),
        query.status ? statusCondition(query.status, ctx.now) : {},
        positionOf(query),
      ],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: query.limit + 1,
  })
  const items = rows.slice(0, query.limit)
  const end = items.at(-1)
  const more = rows.length > query.limit && end !== undefined
  return {
    items: items.map((row) => presentKey(row, ctx.now)),
    nextCursor: more ? encodeCursor(query, [end.createdAt.toISOString(), end.id]) : null,
  }
}

function statusCondition(status: KeyStatus, now: Date): Prisma.KeyWhereInput {
  const conditions = {
    Revoked: { revokedAt: { not: null } },
    Expired: { revokedAt: null, expiresAt: { lte: now } },
    Active: { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  } satisfies Record<KeyStatus, Prisma.KeyWhereInput>
  return conditions[status]
}

/** What comes after the cursor, in the list's order. */
function positionOf(query: Input<'keys.list'>['query']): Prisma.KeyWhereInput {
  if (query.cursor === undefined) return {}
  const [written = '', id = ''] = decodeCursor(query, query.cursor)
  const createdAt = new Date(written)
  if (Number.isNaN(createdAt.getTime())) throw invalidCursor()
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] }
}
