import type { Input, Output } from '@sluice/contract'
import type { Context } from '../../context.ts'
import { FIRST_LARGE, pageInOrder, withTotal } from '../../lists/index.ts'
import { findTemplate } from '../find.ts'
import { presentApplication } from './application.ts'

export async function listApplications(
  ctx: Context,
  { params, query }: Input<'templates.applications'>,
): Promise<Output<'templates.applications'>> {
  const template = await findTemplate(ctx, params.templateId)
  const where = { organizationId: ctx.actor.organization.id, templateId: template.id }
  const page = pageInOrder(
    query,
    ({ after, ...page }) =>
      ctx.db.templateApplication.findMany({ where: { AND: [where, after] }, ...page }),
    (row) => presentApplication(row, template),
    { kind: 'template applications', first: FIRST_LARGE },
  )
  return withTotal(query, page, () => ctx.db.templateApplication.count({ where }))
}
