import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { templatePath } from '../scopes/index.ts'
import { findOwnTemplate } from './find.ts'
import { presentTemplate } from './present.ts'

/** Deletes the template and the records of its applications; the resources stay. */
export async function deleteTemplate(
  ctx: Context,
  { params }: Input<'templates.delete'>,
): Promise<Output<'templates.delete'>> {
  const row = await findOwnTemplate(ctx, params.templateId)
  const before = presentTemplate(row)
  requireMatch(ctx, before.etag)
  const { organizationId, id, version } = row
  await ctx.db.template.delete({ where: { organizationId_id: { organizationId, id }, version } })
  await ctx.db.templateApplication.deleteMany({ where: { organizationId, templateId: id } })
  await recordChange(ctx, { operation: 'templates.delete', resource: templatePath(id), before })
  return null
}
