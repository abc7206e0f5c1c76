import { type Input, type Output, templateKinds } from '@sluice/contract'
import type { Context } from '../context.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { covers, templatePath } from '../scopes/index.ts'
import { lookForApplication } from './applications/application.ts'
import { keepApplication } from './applications/keep.ts'
import { releasedBy } from './applications/released.ts'
import { findTemplate } from './find.ts'
import { kinds } from './kinds/index.ts'
import { planApply, presentPlan, requireNoConflict } from './plan/plan.ts'
import { isChanged, type Step } from './plan/step.ts'

/**
 * Plans a template with the caller's parameters and, unless only the plan was requested, applies it in this
 * transaction, all or nothing. Throws `conflict` if the plan has any.
 */
export async function applyTemplate(
  ctx: Context,
  { params, body }: Input<'templates.apply'>,
): Promise<Output<'templates.apply'>> {
  const { applicationId, parameters, validateOnly } = body
  const template = await findTemplate(ctx, params.templateId)
  requireMatch(ctx, template.etag)
  const last = await lookForApplication(ctx, template.id, applicationId)
  const plan = await planApply(ctx, template, parameters, validateOnly)
  const { scopes } = ctx.actor
  const seesTemplate = covers(scopes, 'read', [templatePath(template.id)])
  const mayRead = ({ kind, before }: Step) =>
    seesTemplate && (!before || covers(scopes, 'read', kinds[kind].paths(before)))
  const planned = presentPlan(plan, await releasedBy(ctx, last, plan.steps), mayRead)
  if (!validateOnly) {
    requireNoConflict(plan)
    await write(ctx, plan.steps)
    const { summary } = planned
    await keepApplication(ctx, { template, applicationId, parameters, summary, last })
  }
  return { templateId: template.id, applicationId, validateOnly, ...planned }
}

/** Kind by kind, so that referenced resources exist first. */
async function write(ctx: Context, steps: readonly Step[]): Promise<void> {
  const changed = steps.filter(isChanged)
  for (const kind of templateKinds) {
    const ofKind = changed.filter((step) => step.kind === kind)
    if (ofKind.length > 0) await kinds[kind].write(ctx, ofKind)
  }
}
