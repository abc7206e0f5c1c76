import type { Input, Output } from '@sluice/contract'
import type { Context } from '../../context.ts'
import { pageById } from '../../lists/index.ts'
import { findTemplate } from '../find.ts'
import { presentApplication } from './application.ts'

export async function listApplications(
  ctx: Context,
  { params, query }: Input<'templates.applications'>,
): Promise<Output<'templates.applications'>> {
  const template = await findTemplate(ctx, params.templateId)
  return pageById(
    query,
    ({ after, take }) =>
      ctx.db.templateApplication.findMany({
        where: { organizationId: ctx.actor.organization.id, templateId: template.id, ...after },
        orderBy: { id: 'asc' },
        take,
      }),
    (row) => presentApplication(row, template),
  )
}
