import { type Call, type ThingChange, type ThingChanges, thingChangeLimit } from '@sluice/contract'
import { texts } from '#texts/things-change.ts'
import type { ThingSelection } from '../query.ts'

type Body = Call<'things.change'>['body']
export type SendChange = (body: Body) => Promise<ThingChanges>
export type PlannedThing = ThingChanges['items'][number]

/** The things to change: named ones, or all that match a filter. */
export type Target =
  | { readonly ids: readonly string[] }
  | { readonly filter: ThingSelection; readonly total: number }

/** Limit for the things of one change. For more, the filter must be narrowed. */
export const mostThings = 100_000

/** Receives the number of things processed; returns whether to continue. */
type Progress = (done: number) => boolean

/**
 * Plans a change without applying it, a thousand things per call. Undefined if it was cancelled.
 *
 * @throws RangeError if more than {@link mostThings} match
 */
export async function planChange(
  target: Target,
  change: ThingChange,
  { send, onProgress }: { send: SendChange; onProgress: Progress },
): Promise<PlannedThing[] | undefined> {
  const planned: PlannedThing[] = []
  const ask = async (body: Omit<Body, 'change'>) => {
    const answer = await send({ ...body, change, validateOnly: true })
    planned.push(...answer.items)
    if (planned.length > mostThings) throw new RangeError(tooMany)
    return { ...answer, goesOn: onProgress(planned.length) }
  }
  if ('ids' in target) {
    const things = target.ids.map((id) => ({ id }))
    return (await ask({ things })).goesOn ? planned : undefined
  }
  const { filter } = target
  for (let after: string | null | undefined; after !== null; ) {
    const { nextAfter, goesOn } = await ask({ filter, ...(after !== undefined && { after }) })
    if (!goesOn) return undefined
    after = nextAfter
  }
  return planned
}

const tooMany = texts.plan.tooMany(mostThings.toLocaleString('en'))

/** Progress of an apply. */
export interface Applied {
  /** Number of planned changes that were processed. */
  readonly done: number
  readonly changed: number
  /** Things that were not changed, with reasons. */
  readonly left: readonly PlannedThing[]
}

export const nothingApplied: Applied = { done: 0, changed: 0, left: [] }

/**
 * The batches of an apply. They contain only planned changes, each on condition that the thing has not changed since.
 */
export function batchesToApply(planned: readonly PlannedThing[]) {
  const changing = planned.filter(({ outcome }) => outcome === 'changed')
  return Array.from({ length: Math.ceil(changing.length / thingChangeLimit) }, (_, i) =>
    changing
      .slice(i * thingChangeLimit, (i + 1) * thingChangeLimit)
      .map(({ id, etag }) => ({ id, ...(etag !== null && { etag }) })),
  )
}

/** Adds the result of a batch. */
export function withLot(applied: Applied, { items }: ThingChanges): Applied {
  const left = items.filter(({ outcome }) => outcome === 'stale' || outcome === 'refused')
  return {
    done: applied.done + items.length,
    changed: applied.changed + items.filter(({ outcome }) => outcome === 'changed').length,
    left: [...applied.left, ...left],
  }
}
