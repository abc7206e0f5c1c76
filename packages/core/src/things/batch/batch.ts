import type { Fault, Input, Output } from '@sluice/contract'
import { invalidRequest, mapInSlices, Problem } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { keepJudges } from '../judged.ts'
import { loadReferred, referenceFaults } from '../references.ts'
import { answerOf } from './answer.ts'
import { authorizeBatch } from './authorize.ts'
import { type Plan, planBatch, type Step } from './plan.ts'
import { writeThings } from './write.ts'

/**
 * Creates and updates many things, all or none, in a few statements. Each is authorized, checked and audited like a
 * single `things.create` or `things.update`. Entries without changes are skipped.
 */
export async function batchThings(
  ctx: Context,
  { body }: Input<'things.batch'>,
): Promise<Output<'things.batch'>> {
  const plan = await planBatch(ctx, body)
  await authorizeBatch(ctx, plan.steps, body.validateOnly)
  await requireSound(ctx, plan)
  requireEtags(plan.steps)
  if (body.validateOnly) return answerOf(ctx, plan.steps, undefined)
  const created = plan.steps.filter(({ before }) => !before)
  const updated = plan.steps.filter(({ changes }) => changes.length > 0)
  const made = await writeThings(ctx, [...created, ...updated])
  return answerOf(ctx, plan.steps, made)
}

/** Throws `invalid-request` with the faults of every entry, or else `conflict` with the ids that are taken. */
async function requireSound(ctx: Context, { steps, faults, taken }: Plan): Promise<void> {
  const wanted = steps.map((step) => step.wanted)
  await keepJudges(ctx, steps)
  const referred = await loadReferred(ctx, wanted)
  const judged = await mapInSlices(steps, ({ before, wanted, at }) =>
    referenceFaults(referred, wanted, at, before),
  )
  const found = judged.flat()
  if (faults.length + found.length > 0) throw invalidRequest([...faults, ...found])
  if (taken.length === 0) return
  const detail = `${taken.length} of the ids ${taken.length === 1 ? 'is' : 'are'} taken. See errors.`
  throw new Problem('conflict', { detail, errors: taken })
}

/** Throws `precondition-failed` with every thing that has changed since it was read. */
function requireEtags(steps: readonly Step[]): void {
  const stale = steps.flatMap(({ at, entry, before }): Fault[] => {
    if (entry.etag === undefined || entry.etag === before?.etag) return []
    const now = before ? `is now "${before.etag}"` : 'belongs to a thing that does not exist'
    return [{ pointer: `${at}/etag`, detail: now }]
  })
  if (stale.length === 0) return
  const detail = 'Some things have changed since they were read. See errors.'
  throw new Problem('precondition-failed', { detail, errors: stale })
}
