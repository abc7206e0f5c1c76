import type { Context } from '../../context.ts'
import type { TemplateApplication as ApplicationRow } from '../../database/generated/client.ts'
import { draftsFor } from '../plan/plan.ts'
import type { Step } from '../plan/step.ts'
import { stepsOf } from '../plan/steps.ts'
import { appliedTemplate, appliedValues } from './application.ts'

/**
 * Resources that the last apply created and this one no longer contains, if they still exist and the caller may know of
 * them. Of an application that has become invalid, only what is still valid is found.
 */
export async function releasedBy(
  ctx: Context,
  last: ApplicationRow | null,
  steps: readonly Pick<Step, 'kind' | 'id'>[],
): Promise<Pick<Step, 'kind' | 'id'>[]> {
  if (!last) return []
  const kept = new Set(steps.map(({ kind, id }) => `${kind} ${id}`))
  const { drafts } = await draftsFor(appliedTemplate(last), appliedValues(last))
  const gone = drafts.filter(({ kind, id }) => !kept.has(`${kind} ${id}`))
  return (await stepsOf(ctx, gone)).filter(({ before }) => before !== undefined)
}
