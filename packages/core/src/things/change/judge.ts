import { isDeepStrictEqual } from 'node:util'
import { type Input, type Thing, type ThingChange, thingLimits } from '@sluice/contract'
import type { Context } from '../../context.ts'
import { mayKnowOf, thingPaths } from '../../scopes/index.ts'
import { refusalOf } from '../batch/authorize.ts'
import type { Change } from '../batch/change.ts'
import { fieldsThatChange } from '../batch/plan.ts'
import { type Decided, patched } from '../patched.ts'
import { type Referred, referenceFaults } from '../references.ts'

/** A thing that a call names, and its etag when the caller read it. */
export type Wish = NonNullable<Input<'things.change'>['body']['things']>[number]

/** The result of a change for one thing. */
export interface Judged {
  readonly id: string
  /** Undefined if there is none that the caller may know of. */
  readonly before: Thing | undefined
  readonly outcome: 'changed' | 'unchanged' | 'refused' | 'stale'
  readonly fields: readonly string[]
  readonly detail: string | null
  /** The change to write. */
  readonly change?: Change
}

interface Question {
  readonly wish: Wish
  readonly before: Thing | undefined
  readonly change: ThingChange
  readonly referred: Referred
  readonly validateOnly: boolean
}

/** Checks the change of a thing like a single update. */
export function judge(
  ctx: Context,
  { wish, before, change, referred, validateOnly }: Question,
): Judged {
  const { id } = wish
  const left = (outcome: 'refused' | 'stale' | 'unchanged', detail: string | null = null) => ({
    ...{ id, before, outcome, fields: [], detail },
  })
  if (!before || !mayKnowOf(ctx.actor.scopes, thingPaths(before))) {
    const detail = 'There is no such thing that this caller may read.'
    return { ...left('refused', detail), before: undefined }
  }
  if (wish.etag !== undefined && wish.etag !== before.etag) {
    return left('stale', 'It has changed since it was read.')
  }
  const wanted = changed(before, change)
  const named = { ...change, fleetIds: change.addFleetIds }
  const refusal = refusalOf(ctx, { at: '', before, wanted, named }, validateOnly)
  if (refusal) return left('refused', refusal.detail)
  const fields = fieldsThatChange(before, wanted)
  if (fields.length === 0) return left('unchanged')
  if (wanted.fleetIds.length > thingLimits.fleets) {
    return left('refused', `fleetIds must be at most ${thingLimits.fleets} fleets`)
  }
  const [fault] = referenceFaults(referred, wanted, '', before)
  if (fault) return left('refused', `${fault.pointer.slice(1)} ${fault.detail}`)
  return { id, before, outcome: 'changed', fields, detail: null, change: { before, wanted } }
}

/** The thing after the change. Fleets are added and removed one by one, so others stay. */
function changed(before: Thing, { addFleetIds = [], removeFleetIds = [], ...patch }: ThingChange) {
  const kept = before.fleetIds.filter((id) => !removeFleetIds.includes(id))
  const fleetIds = [...new Set([...kept, ...addFleetIds])]
  const same = isDeepStrictEqual(fleetIds, before.fleetIds)
  return patched<Thing & Decided>(before, { ...patch, ...(!same && { fleetIds }) })
}
