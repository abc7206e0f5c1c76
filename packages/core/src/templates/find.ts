import type { Template } from '@sluice/contract'
import { notFound, Problem } from '@sluice/runtime'
import type { Context } from '../context.ts'
import type { Template as TemplateRow } from '../database/generated/client.ts'
import { builtInTemplates } from './built-in/index.ts'
import { presentTemplate } from './present.ts'

/** A template of the organization, or a built-in one; throws `not-found`. */
export async function findTemplate(ctx: Context, id: string): Promise<Template> {
  return builtInTemplates.get(id) ?? presentTemplate(await findRow(ctx, id))
}

/** The row of a template that can be changed. Throws `conflict` for a built-in one. */
export async function findOwnTemplate(ctx: Context, id: string): Promise<TemplateRow> {
  if (builtInTemplates.has(id)) {
    const detail = 'Built-in templates cannot be changed. Create a copy and change that.'
    throw new Problem('conflict', { detail })
  }
  return findRow(ctx, id)
}

async function findRow(ctx: Context, id: string): Promise<TemplateRow> {
  const row = await ctx.db.template.findUnique({
    where: { organizationId_id: { organizationId: ctx.actor.organization.id, id } },
  })
  if (!row) throw notFound('template', id)
  return row
}
