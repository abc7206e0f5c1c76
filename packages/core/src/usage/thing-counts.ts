import type { Scope } from '@sluice/contract'
import { mapInSlices } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { findAmong } from '../lists/index.ts'
import { filterMatches, filtersFor, thingCondition } from '../scopes/index.ts'
import type { CallKind } from './evidence.ts'

/** How many things each filter reaches now, among those that the caller may read. */
export async function sizesOf(
  ctx: Context,
  filters: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counted = filters.map(async (filter) => [filter, await countThings(ctx, filter)] as const)
  return new Map(await Promise.all(counted))
}

/** How many things calls used through a scope, and how many others it reaches now. */
export async function reachOfThings(
  ctx: Context,
  { action, resourceFilter }: Scope,
  calls: readonly Pick<CallKind, 'needs'>[],
) {
  const used = new Set<string>()
  await mapInSlices(calls, ({ needs }) => {
    for (const need of needs.filter((one) => one.action === action)) {
      for (const path of need.paths) {
        const isThing = /(^|\/)THING\//.test(path) && !path.includes('#')
        if (isThing && filterMatches(resourceFilter, path)) used.add(path.split('/').at(-1) ?? '')
      }
    }
  })
  if (used.size === 0) return { usedThings: 0, otherThings: 0 }
  const all = await countThings(ctx, resourceFilter)
  const stillThere = await findAmong('counts', used, async (ids) => [
    await countThings(ctx, resourceFilter, { in: ids }),
  ])
  return {
    usedThings: used.size,
    // Things may come and go between the statements.
    otherThings: Math.max(0, all - stillThere.reduce((sum, count) => sum + count, 0)),
  }
}

function countThings(ctx: Context, filter: string, id?: { in: string[] }): Promise<number> {
  const { organization, scopes } = ctx.actor
  return ctx.db.thing.count({
    where: {
      AND: [
        { organizationId: organization.id, ...(id && { id }) },
        thingCondition(filtersFor(scopes, 'read'), organization.id),
        thingCondition([filter], organization.id),
      ],
    },
  })
}
