import type { Template, TemplateApplication } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import type { TemplateApplication as ApplicationRow } from '../../database/generated/client.ts'
import { etagOf } from '../../resources/etag.ts'
import type { TemplateBody } from '../render/render.ts'
import type { Values } from '../render/values.ts'

/** A template as it was when it was applied. */
export type AppliedTemplate = TemplateBody & Pick<Template, 'etag'>

export const appliedTemplate = (row: ApplicationRow) => row.template as unknown as AppliedTemplate
export const appliedValues = (row: ApplicationRow) => row.parameters as Values

/** The record of an application, or null. */
export function lookForApplication(
  ctx: Context,
  templateId: string,
  id: string,
): Promise<ApplicationRow | null> {
  const organizationId = ctx.actor.organization.id
  return ctx.db.templateApplication.findUnique({
    where: { organizationId_templateId_id: { organizationId, templateId, id } },
  })
}

/** The record of an application; throws `not-found`. */
export async function findApplication(ctx: Context, templateId: string, id: string) {
  const row = await lookForApplication(ctx, templateId, id)
  if (!row) throw notFound('application of the template', id)
  return row
}

export function presentApplication(
  row: ApplicationRow,
  template: Pick<Template, 'etag'>,
): TemplateApplication {
  return {
    id: row.id,
    templateId: row.templateId,
    parameters: { ...appliedValues(row) },
    resourceCount: row.resourceCount,
    appliedAt: row.appliedAt.toISOString(),
    appliedBy: row.appliedBy as TemplateApplication['appliedBy'],
    upToDate: appliedTemplate(row).etag === template.etag,
    etag: etagOf(row),
  }
}
