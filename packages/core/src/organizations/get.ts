import type { Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { presentOrganization } from './settings.ts'

/** The actor's own organization. */
export async function getOrganization(ctx: Context): Promise<Output<'organization.get'>> {
  const { id } = ctx.actor.organization
  return presentOrganization(await ctx.db.organization.findUniqueOrThrow({ where: { id } }))
}
