import { Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import { covers, filtersFor, thingCondition } from '../scopes/index.ts'

/** The most users of a resource that a refusal names. */
const MAX_NAMED = 10

interface Users {
  readonly count: number
  /** The first ids that the caller may read. */
  readonly ids: readonly string[]
  /** Their kind, in the plural. */
  readonly kind: string
}

/** Throws `conflict` if anything uses a resource, naming only those whose path the caller may read. */
export function refuseUsedBy(
  { actor }: Context,
  { ids, kind, pathOf }: Omit<Users, 'count'> & { readonly pathOf: (id: string) => string },
  remedy: string,
): void {
  if (ids.length === 0) return
  const readable = ids.filter((id) => covers(actor.scopes, 'read', [pathOf(id)]))
  throw inUse({ count: ids.length, ids: readable, kind }, remedy)
}

/** 409 that names what still uses a resource; `remedy` says what to do. */
function inUse({ count, ids, kind }: Users, remedy: string): Problem {
  const named = ids.slice(0, MAX_NAMED)
  const rest = count - named.length
  const names = named.length === 0 ? '' : ` (${named.join(', ')}${rest > 0 ? ', ...' : ''})`
  return new Problem('conflict', {
    detail: `It is used by ${count} ${count === 1 ? kind.replace(/s$/, '') : kind}${names}. ${remedy}`,
  })
}

/** Throws `conflict` if any thing of the organization matches `where`, naming only things that the caller may read. */
export async function refuseUsedByThings(
  ctx: Context,
  where: Prisma.ThingWhereInput,
  remedy: string,
): Promise<void> {
  const all = { AND: [{ organizationId: ctx.actor.organization.id }, where] }
  const count = await ctx.db.thing.count({ where: all })
  if (count === 0) return
  const readable = await ctx.db.thing.findMany({
    where: {
      AND: [all, thingCondition(filtersFor(ctx.actor.scopes, 'read'), ctx.actor.organization.id)],
    },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: MAX_NAMED,
  })
  throw inUse({ count, ids: readable.map(({ id }) => id), kind: 'things' }, remedy)
}
