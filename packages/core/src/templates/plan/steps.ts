import { type TemplateKind, templateKinds } from '@sluice/contract'
import { mapInSlices } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { mayKnowOf } from '../../scopes/index.ts'
import { kinds } from '../kinds/index.ts'
import { changesOf, merged } from './compare.ts'
import type { Draft } from './draft.ts'
import type { Step, Stored } from './step.ts'

/** Reads existing resources, with a statement per kind, and decides what to do for each draft. */
export async function stepsOf(ctx: Context, drafts: readonly Draft[]): Promise<Step[]> {
  const found = await findStored(ctx, drafts)
  return mapInSlices(drafts, (draft) => {
    const stored = found[draft.kind].get(draft.id)
    const knows = stored && mayKnowOf(ctx.actor.scopes, kinds[draft.kind].paths(stored))
    const before = knows ? stored : undefined
    return stepOf(draft, before, stored !== undefined && before === undefined)
  })
}

type Found = Record<TemplateKind, ReadonlyMap<string, Stored>>

/** The existing resources with these ids, regardless of scopes. */
async function findStored(
  ctx: Context,
  drafts: readonly Pick<Draft, 'kind' | 'id'>[],
): Promise<Found> {
  const found = await Promise.all(
    templateKinds.map(async (kind) => {
      const ids = drafts.filter((draft) => draft.kind === kind).map(({ id }) => id)
      const stored = ids.length === 0 ? [] : await kinds[kind].find(ctx, ids)
      return [kind, new Map(stored.map((one) => [one.id, one]))] as const
    }),
  )
  return Object.fromEntries(found) as unknown as Found
}

function stepOf(draft: Draft, before: Stored | undefined, taken: boolean): Step {
  const { kind, id, whole, named, fault } = draft
  if (!before) return { ...{ kind, id, taken, fault, before }, wanted: whole, changes: [] }
  const wanted = merged(before, whole, named)
  return {
    ...{ kind, id, taken, fault, before },
    wanted,
    changes: changesOf(before, wanted, named),
  }
}
