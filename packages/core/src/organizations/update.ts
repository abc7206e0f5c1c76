import { isDeepStrictEqual } from 'node:util'
import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { organizationPath } from '../scopes/index.ts'
import { presentOrganization, settingsOf } from './settings.ts'

/** JSON merge patch of the name and the settings. */
export async function updateOrganization(
  ctx: Context,
  { body }: Input<'organization.update'>,
): Promise<Output<'organization.update'>> {
  const { id } = ctx.actor.organization
  const row = await ctx.db.organization.findUniqueOrThrow({ where: { id } })
  const before = presentOrganization(row)
  requireMatch(ctx, before.etag)
  const { name = row.name, ...settings } = body
  const wanted = { name, settings: { ...settingsOf(row), ...settings } }
  if (isDeepStrictEqual(wanted, { name: row.name, settings: settingsOf(row) })) return before
  const updated = await ctx.db.organization.update({
    where: { id, version: row.version },
    data: { ...wanted, version: { increment: 1 } },
  })
  const after = presentOrganization(updated)
  await recordChange(ctx, {
    operation: 'organization.update',
    resource: organizationPath,
    before,
    after,
  })
  return after
}
