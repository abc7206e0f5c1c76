import type { Input, Output } from '@sluice/contract'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { requireMatch } from '../../resources/preconditions.ts'
import { templatePath } from '../../scopes/index.ts'
import { findTemplate } from '../find.ts'
import { findApplication, presentApplication } from './application.ts'

/** Deletes the record of an application; the resources stay. */
export async function forgetApplication(
  ctx: Context,
  { params }: Input<'templates.forget'>,
): Promise<Output<'templates.forget'>> {
  const template = await findTemplate(ctx, params.templateId)
  const row = await findApplication(ctx, template.id, params.applicationId)
  const before = presentApplication(row, template)
  requireMatch(ctx, before.etag)
  const { organizationId, templateId, id, version } = row
  await ctx.db.templateApplication.delete({
    where: { organizationId_templateId_id: { organizationId, templateId, id }, version },
  })
  const resource = templatePath(template.id)
  await recordChange(ctx, { operation: 'templates.forget', resource, before })
  return null
}
