import type { Template, TemplateApply } from '@sluice/contract'
import { notFound } from '@sluice/runtime'
import { referenceOf } from '../../actor.ts'
import { noteWritten, recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import type {
  TemplateApplication as ApplicationRow,
  Prisma,
} from '../../database/generated/client.ts'
import { isSame } from '../../resources/same.ts'
import { templatePath } from '../../scopes/index.ts'
import { builtInTemplates } from '../built-in/index.ts'
import type { Values } from '../render/values.ts'
import { appliedTemplate, appliedValues, presentApplication } from './application.ts'

interface Apply {
  readonly template: Template
  readonly applicationId: string
  readonly parameters: Values
  readonly summary: TemplateApply['summary']
  /** The previous record of the same application. */
  readonly last: ApplicationRow | null
}

/** Records what was applied and when. If nothing changed, the record stays as it is. */
export async function keepApplication(ctx: Context, apply: Apply): Promise<void> {
  const { template, last, summary } = apply
  if (last && isAsBefore(last, apply)) return
  await keepTemplate(ctx, template.id)
  const row = await write(ctx, apply)
  const before = last && presentApplication(last, template)
  await recordChange(ctx, {
    operation: 'templates.apply',
    resource: templatePath(template.id),
    ...(before && { before }),
    after: { ...presentApplication(row, template), summary },
  })
}

function isAsBefore(last: ApplicationRow, { template, parameters, summary }: Apply): boolean {
  return (
    summary.create + summary.update + summary.release === 0 &&
    appliedTemplate(last).etag === template.etag &&
    isSame(appliedValues(last), parameters)
  )
}

/** Deleting a template deletes its applications, so this locks it until the new one is stored. */
async function keepTemplate({ db, actor }: Context, id: string): Promise<void> {
  if (builtInTemplates.has(id)) return
  const rows = await db.$queryRaw<object[]>`
    SELECT 1 FROM templates WHERE "organizationId" = ${actor.organization.id} AND id = ${id} FOR KEY SHARE`
  if (rows.length === 0) throw notFound('template', id)
}

function write(ctx: Context, { template, applicationId: id, parameters, summary, last }: Apply) {
  const { etag, parameters: declared, resources } = template
  const organizationId = ctx.actor.organization.id
  noteWritten(ctx, JSON.stringify([declared, resources, parameters]).length)
  const data = {
    parameters: parameters as Prisma.InputJsonObject,
    template: { etag, parameters: declared, resources } as unknown as Prisma.InputJsonObject,
    resourceCount: summary.create + summary.update + summary.unchanged,
    appliedAt: ctx.now,
    appliedBy: { ...referenceOf(ctx.actor) },
  }
  const key = { organizationId, templateId: template.id, id }
  if (!last) return ctx.db.templateApplication.create({ data: { ...key, ...data } })
  return ctx.db.templateApplication.update({
    where: { organizationId_templateId_id: key, version: last.version },
    data: { ...data, version: { increment: 1 } },
  })
}
