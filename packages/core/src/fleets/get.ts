import type { Fleet, Input, Output } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { presentFleet, withCount } from './present.ts'

export async function getFleet(
  ctx: Context,
  { params }: Input<'fleets.get'>,
): Promise<Output<'fleets.get'>> {
  return presentFleet(await findFleet(ctx, params.fleetId))
}

/** A fleet of the actor's organization; throws `not-found`. */
export async function findFleet(ctx: Context, id: string) {
  const row = await ctx.db.fleet.findUnique({
    where: { organizationId_id: { organizationId: ctx.actor.organization.id, id } },
    include: withCount,
  })
  if (!row) throw notFound('fleet', id)
  return row
}

/** The fleets with these ids that exist. */
export async function findFleets(ctx: Context, ids: readonly string[]): Promise<Fleet[]> {
  const rows = await ctx.db.fleet.findMany({
    where: { organizationId: ctx.actor.organization.id, id: { in: [...ids] } },
    include: withCount,
  })
  return rows.map(presentFleet)
}
