import type { Fault, Input, Output, TemplateDrift } from '@sluice/contract'
import { harmlessFault, Problem } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { covers } from '../../scopes/index.ts'
import { findTemplate } from '../find.ts'
import { kinds } from '../kinds/index.ts'
import { draftsFor } from '../plan/plan.ts'
import type { Step } from '../plan/step.ts'
import { stepsOf } from '../plan/steps.ts'
import { appliedTemplate, appliedValues, findApplication } from './application.ts'

/**
 * Compares what an application created, by the template of that time, with what exists now. Throws `conflict` if it
 * could not be applied any more, because the rules for resources have changed since.
 */
export async function driftOfApplication(
  ctx: Context,
  { params }: Input<'templates.drift'>,
): Promise<Output<'templates.drift'>> {
  const template = await findTemplate(ctx, params.templateId)
  const row = await findApplication(ctx, template.id, params.applicationId)
  const applied = appliedTemplate(row)
  const { drafts, faults } = await draftsFor(applied, appliedValues(row))
  if (faults[0]) throw outdated(faults[0])
  const steps = await stepsOf(ctx, drafts)
  const summary = { unchanged: 0, changed: 0, missing: 0, hidden: 0 }
  const resources: TemplateDrift['resources'] = []
  for (const step of steps) {
    const state = stateOf(ctx, step)
    summary[state] += 1
    if (state === 'changed' || state === 'missing') resources.push(drifted(step, state))
  }
  return {
    ...{ templateId: template.id, applicationId: row.id },
    upToDate: applied.etag === template.etag,
    ...{ summary, resources },
  }
}

function outdated(fault: Fault): Problem {
  const { pointer, detail } = harmlessFault(fault)
  return new Problem('conflict', {
    detail: `What was applied is no longer valid: ${pointer} ${detail}. Apply the template again.`,
  })
}

/** `hidden` also covers missing resources: a caller that may not read a resource must not tell the two apart. */
function stateOf({ actor }: Context, { kind, before, wanted, changes }: Step) {
  const paths = kinds[kind].paths(before ?? wanted)
  if (!covers(actor.scopes, 'read', paths)) return 'hidden'
  if (!before) return 'missing'
  return changes.length > 0 ? 'changed' : 'unchanged'
}

/** A plan shows what a resource would become, and drift what it has become, so before and after are swapped. */
function drifted({ kind, id, changes }: Step, state: 'changed' | 'missing') {
  const turned = changes.map(({ pointer, before, after }) => ({
    pointer,
    before: after,
    after: before,
  }))
  return { kind, id, state, changes: turned }
}
