import type { Fault } from '@sluice/contract'
import { mapInSlices, Problem } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { requireScope } from '../../scopes/index.ts'
import { kinds } from '../kinds/index.ts'
import type { Step } from './step.ts'

/**
 * Authorizes every resource of a plan like a direct call, even unchanged ones, because a plan shows them. A mere plan
 * also needs `read` on them, since it reveals their state and leaves no trace. Throws a `scope-missing` that lists
 * every refused resource.
 */
export async function authorizePlan(
  ctx: Context,
  steps: readonly Step[],
  validateOnly: boolean,
): Promise<void> {
  const refusals = await mapInSlices(steps, (step) => refusalOf(ctx, step, validateOnly))
  const refused = refusals.filter((refusal) => refusal !== undefined)
  const [first] = refused
  if (!first) return
  const detail = refused.length === 1 ? first.detail : `${first.detail} See errors for the others.`
  throw new Problem('scope-missing', {
    detail,
    errors: refused.slice(0, 100).map(({ fault }) => fault),
  })
}

function refusalOf(
  ctx: Context,
  step: Step,
  validateOnly: boolean,
): { detail: string; fault: Fault } | undefined {
  try {
    authorizeStep(ctx, step, validateOnly)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { detail: error.detail, fault: step.fault(['id'], error.detail) }
  }
}

function authorizeStep(ctx: Context, step: Step, validateOnly: boolean): void {
  const { paths, places, authorize } = kinds[step.kind]
  if (step.before) requireScope(ctx, 'write', paths(step.before))
  if (!step.before || step.changes.length > 0) requireScope(ctx, 'write', paths(step.wanted))
  for (const place of places?.(step) ?? []) requireScope(ctx, 'write', [place])
  authorize?.(ctx, step)
  if (step.before && validateOnly) requireScope(ctx, 'read', paths(step.before))
}
