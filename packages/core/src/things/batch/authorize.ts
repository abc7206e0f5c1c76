import type { Fault } from '@sluice/contract'
import { mapInSlices, Problem } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { requireScope, thingPaths } from '../../scopes/index.ts'
import { type Named, placesJoined, requireRead } from '../judged.ts'
import { requirePlacement } from '../references.ts'
import { toldPath } from '../told-path.ts'
import type { Step } from './plan.ts'

/** Authorizes every thing like a single call. Throws a `scope-missing` that lists every refused entry. */
export async function authorizeBatch(
  ctx: Context,
  steps: readonly Step[],
  validateOnly: boolean,
): Promise<void> {
  const refusals = await mapInSlices(steps, ({ entry, ...step }) =>
    refusalOf(ctx, { ...step, named: entry }, validateOnly),
  )
  const refused = refusals.filter((refusal) => refusal !== undefined)
  const [first] = refused
  if (!first) return
  const detail = refused.length === 1 ? first.detail : `${first.detail} See errors for the others.`
  throw new Problem('scope-missing', { detail, errors: refused })
}

/** Why the caller may not write a thing; undefined if it may. */
export function refusalOf(
  ctx: Context,
  step: Authorized,
  validateOnly: boolean,
): Fault | undefined {
  try {
    authorizeStep(ctx, step)
    if (step.before && validateOnly) requireRead(ctx, step.before)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { pointer: step.at, detail: error.detail }
  }
}

interface Authorized extends Pick<Step, 'at' | 'before' | 'wanted'> {
  readonly named: Named
}

function authorizeStep(ctx: Context, { before, wanted, named }: Authorized): void {
  if (before) requireScope(ctx, 'write', thingPaths(before))
  requireScope(ctx, 'write', thingPaths(wanted), before && toldPath(ctx, before))
  requirePlacement(ctx, before ? placesJoined(ctx, before, wanted, named) : wanted)
}
