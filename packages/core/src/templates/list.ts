import type { Input, ListSort, Output, Template } from '@sluice/contract'
import type { Context } from '../context.ts'
import {
  comparePositions,
  containing,
  FIRST_LARGE,
  labelCondition,
  pageInOrder,
  positionOf,
  textCondition,
  withTotal,
} from '../lists/index.ts'
import { covers, readableCondition, templatePath } from '../scopes/index.ts'
import { builtInTemplates } from './built-in/index.ts'
import { presentTemplate } from './present.ts'

type Query = Input<'templates.list'>['query']

/** The organization's own and the built-in templates, in one order. */
export async function listTemplates(
  ctx: Context,
  { query }: Input<'templates.list'>,
): Promise<Output<'templates.list'>> {
  const { sort } = query
  const where = {
    AND: [
      readableCondition(ctx.actor, 'DEFINITION/Template'),
      await conditionOf(ctx, query.text),
      labelCondition(query.label),
    ],
  }
  const builtIn = builtInFor(ctx, query).map(listed)
  const page = pageInOrder(
    query,
    async ({ after, ...page }, position) => {
      const rows = await ctx.db.template.findMany({ where: { AND: [where, after] }, ...page })
      const shown = builtIn.filter(
        (one) => !position || comparePositions(sort, positionOf(one, sort), position) > 0,
      )
      const all = [...shown, ...rows.map((row) => listed(presentTemplate(row)))]
      return all.sort(by(sort)).slice(0, page.take)
    },
    ({ template }) => template,
    { kind: 'templates', first: FIRST_LARGE },
  )
  return withTotal(query, page, async () => {
    return builtIn.length + (await ctx.db.template.count({ where }))
  })
}

/**
 * Names have a bytewise collation, whose case folding covers only A to Z. Other texts are searched with the database's
 * own. Ids have only ASCII.
 */
async function conditionOf({ db, actor }: Context, text: string | undefined) {
  if (text === undefined || /^[\x20-\x7e]*$/.test(text)) return textCondition(text)
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM templates WHERE "organizationId" = ${actor.organization.id}
      AND name COLLATE "default" ILIKE ${`%${containing(text).contains}%`}`
  return { id: { in: rows.map(({ id }) => id) } }
}

function builtInFor(ctx: Context, { text = '', label }: Query): Template[] {
  const wanted = text.toLowerCase()
  return [...builtInTemplates.values()].filter(
    ({ id, name, labels }) =>
      covers(ctx.actor.scopes, 'read', [templatePath(id)]) &&
      (id.includes(wanted) || name.toLowerCase().includes(wanted)) &&
      (label === undefined || hasLabel(labels, label)),
  )
}

function hasLabel(labels: Template['labels'], wanted: string): boolean {
  return Object.entries(labels).some(
    ([name, value]) => wanted === name || wanted === `${name}=${value}`,
  )
}

/** A template with the fields that lists sort by. */
function listed(template: Template) {
  const { id, name } = template
  const [createdAt, updatedAt] = [new Date(template.createdAt), new Date(template.updatedAt)]
  return { id, name, createdAt, updatedAt, template }
}

const by = (sort: ListSort) => (a: ReturnType<typeof listed>, b: ReturnType<typeof listed>) =>
  comparePositions(sort, positionOf(a, sort), positionOf(b, sort))
