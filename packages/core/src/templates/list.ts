import type { Input, Output, Template } from '@sluice/contract'
import type { Context } from '../context.ts'
import { pageById, textCondition, withTotal } from '../lists/index.ts'
import { covers, readableCondition, templatePath } from '../scopes/index.ts'
import { builtInTemplates } from './built-in/index.ts'
import { presentTemplate } from './present.ts'

/** The organization's own templates and the built-in ones, in one order of ids. */
export function listTemplates(
  ctx: Context,
  { query }: Input<'templates.list'>,
): Promise<Output<'templates.list'>> {
  const where = {
    AND: [readableCondition(ctx.actor, 'DEFINITION/Template'), textCondition(query.text)],
  }
  const builtIn = builtInFor(ctx, query.text)
  const page = pageById(
    query,
    async ({ after, take }) => {
      const rows = await ctx.db.template.findMany({
        where: { AND: [where, after] },
        orderBy: { id: 'asc' },
        take,
      })
      const shown = builtIn.filter(({ id }) => id > (after.id?.gt ?? ''))
      return [...shown, ...rows.map(presentTemplate)].sort(byId).slice(0, take)
    },
    (template) => template,
  )
  return withTotal(query, page, async () => {
    return builtIn.length + (await ctx.db.template.count({ where }))
  })
}

function builtInFor(ctx: Context, text = ''): Template[] {
  const wanted = text.toLowerCase()
  return [...builtInTemplates.values()].filter(
    ({ id, name }) =>
      covers(ctx.actor.scopes, 'read', [templatePath(id)]) &&
      (id.includes(wanted) || name.toLowerCase().includes(wanted)),
  )
}

function byId(a: Template, b: Template): number {
  return a.id < b.id ? -1 : 1
}
