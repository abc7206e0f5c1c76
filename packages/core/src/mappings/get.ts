import type { Input, Mapping, Output } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { presentMapping } from './present.ts'

export async function getMapping(
  ctx: Context,
  { params }: Input<'mappings.get'>,
): Promise<Output<'mappings.get'>> {
  return presentMapping(await findMapping(ctx, params.mappingId))
}

/** A mapping of the actor's organization; throws `not-found`. */
export async function findMapping(ctx: Context, id: string) {
  const row = await ctx.db.mapping.findUnique({
    where: { organizationId_id: { organizationId: ctx.actor.organization.id, id } },
  })
  if (!row) throw notFound('mapping', id)
  return row
}

/** The mappings of the actor's organization with these ids that exist. */
export async function findMappings(ctx: Context, ids: readonly string[]): Promise<Mapping[]> {
  const rows = await ctx.db.mapping.findMany({
    where: { organizationId: ctx.actor.organization.id, id: { in: [...ids] } },
  })
  return rows.map(presentMapping)
}
