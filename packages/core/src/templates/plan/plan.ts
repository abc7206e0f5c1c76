import {
  type Fault,
  type PlanAction,
  type PlannedResource,
  type TemplateApply,
  templateKinds,
} from '@sluice/contract'
import { inSlices, invalidRequest, mapInSlices, Problem } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { type Lock, lockDefinitions } from '../../definitions/index.ts'
import { kinds } from '../kinds/index.ts'
import { rendering, type TemplateBody } from '../render/render.ts'
import { type Values, valuesOf } from '../render/values.ts'
import { authorizePlan } from './authorize.ts'
import { type Draft, draftsOf } from './draft.ts'
import { knownTo } from './known.ts'
import { isChanged, type Step } from './step.ts'
import { stepsOf } from './steps.ts'

/** What an apply would do, by resource, in the order of the template. */
export interface ApplyPlan {
  readonly steps: readonly Step[]
  /** Why a step is impossible, though the template is valid. */
  readonly conflicts: ReadonlyMap<Step, string>
}

/**
 * Plans an apply, in a few statements however many resources there are. Throws `invalid-request` with every fault of
 * the parameters and of the resulting resources, and `scope-missing` with every resource that the caller may not write,
 * or may not read if only the plan was requested.
 */
export async function planApply(
  ctx: Context,
  template: TemplateBody,
  given: Values,
  validateOnly: boolean,
): Promise<ApplyPlan> {
  const { drafts, faults } = await draftsFor(template, given)
  if (faults.length > 0) throw invalidRequest(faults)
  const steps = await stepsOf(ctx, drafts)
  await authorizePlan(ctx, steps, validateOnly)
  await lockDefinitions(ctx, await locksOf(steps))
  await requireSound(ctx, steps)
  return { steps, conflicts: await conflictsOf(ctx, steps) }
}

/** The resources of a template with these parameters, or their faults. */
export async function draftsFor(
  template: TemplateBody,
  given: Values,
): Promise<{ drafts: Draft[]; faults: Fault[] }> {
  const judged = await valuesOf(template.parameters, given, '/body/parameters')
  if (judged.faults.length > 0) return { drafts: [], faults: judged.faults }
  const rendered = await inSlices(rendering(template, judged.values))
  if (rendered.faults.length > 0) return { drafts: [], faults: rendered.faults }
  return draftsOf(template, rendered.resources)
}

async function locksOf(steps: readonly Step[]): Promise<Lock[]> {
  const locks = await mapInSlices(steps.filter(isChanged), (step) => kinds[step.kind].locks?.(step))
  return locks.flatMap((own) => own ?? [])
}

/** Skips unchanged resources, which were checked when they were written. */
async function requireSound(ctx: Context, steps: readonly Step[]): Promise<void> {
  const known = await knownTo(ctx, steps)
  const changed = steps.filter(isChanged)
  const judged = await mapInSlices(changed, (step) => kinds[step.kind].faults(step, known))
  const faults = judged.flat()
  if (faults.length > 0) throw invalidRequest(faults)
}

async function conflictsOf(ctx: Context, steps: readonly Step[]): Promise<Map<Step, string>> {
  const conflicts = new Map<Step, string>()
  for (const kind of templateKinds) {
    const ofKind = steps.filter((step) => step.kind === kind)
    const found = ofKind.length > 0 ? await kinds[kind].conflicts?.(ctx, ofKind) : undefined
    for (const [step, detail] of found ?? []) conflicts.set(step, detail)
  }
  for (const step of steps) {
    const detail = await conflictOf(ctx, step, steps)
    if (detail !== undefined) conflicts.set(step, detail)
  }
  return conflicts
}

async function conflictOf(
  ctx: Context,
  step: Step,
  steps: readonly Step[],
): Promise<string | undefined> {
  const { kind, taken, before, wanted, changes } = step
  if (taken) return 'This id is taken.'
  if (!before || changes.length === 0) return undefined
  try {
    await kinds[kind].requireHarmless?.(ctx, before, wanted, steps)
    return undefined
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return error.detail
    throw error
  }
}

/** Throws `conflict` with everything that prevents an apply. */
export function requireNoConflict({ conflicts }: ApplyPlan): void {
  const errors = [...conflicts].map(([step, detail]) => step.fault(['id'], detail))
  if (errors.length === 0) return
  const which = errors.length === 1 ? 'a resource' : `${errors.length} resources`
  const detail = `The template conflicts with ${which}. See errors.`
  throw new Problem('conflict', { detail, errors: errors.slice(0, 100) })
}

/**
 * The plan as it is answered, with what the template no longer contains. Changes show the old state and the template's:
 * they are left out of steps of which the caller may not read both.
 */
export function presentPlan(
  { steps, conflicts }: ApplyPlan,
  released: readonly Pick<Step, 'kind' | 'id'>[],
  mayRead: (step: Step) => boolean,
): Pick<TemplateApply, 'summary' | 'resources'> {
  const resources = [
    ...steps.map((step): PlannedResource => {
      const { kind, id, changes } = step
      const detail = conflicts.get(step) ?? null
      const action = detail === null ? actionOf(step) : 'conflict'
      return { kind, id, action, changes: mayRead(step) ? [...changes] : [], detail }
    }),
    ...released.map(
      ({ kind, id }): PlannedResource => ({
        ...{ kind, id, action: 'release', changes: [], detail: null },
      }),
    ),
  ]
  const summary = { create: 0, update: 0, unchanged: 0, conflict: 0, release: 0 }
  for (const { action } of resources) summary[action] += 1
  return { summary, resources }
}

function actionOf({ before, changes }: Step): PlanAction {
  if (!before) return 'create'
  return changes.length > 0 ? 'update' : 'unchanged'
}
