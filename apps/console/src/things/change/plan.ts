import { type Call, type ThingChange, type ThingChanges, thingChangeLimit } from '@sluice/contract'
import { texts } from '#texts/things-change.ts'
import type { ThingSelection } from '../query.ts'

type Body = Call<'things.change'>['body']
export type SendChange = (body: Body) => Promise<ThingChanges>
export type PlannedThing = ThingChanges['items'][number]

/** Things that are changed alike: those that are named, or all that match. */
export type Target =
  | { readonly ids: readonly string[] }
  | { readonly filter: ThingSelection; readonly total: number }

/** Most things of one change: more are narrowed first. */
export const mostThings = 100_000

/** Called with how many things are through; answers whether to go on. */
type Progress = (done: number) => boolean

/**
 * Asks the server what a change would do, a thousand things a call, changing nothing. Undefined where it was called off.
 *
 * @throws RangeError where more match than {@link mostThings}
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

/** What an apply came to so far. */
export interface Applied {
  /** Of the plan's changes. */
  readonly done: number
  readonly changed: number
  /** Left as they were, with why. */
  readonly left: readonly PlannedThing[]
}

export const nothingApplied: Applied = { done: 0, changed: 0, left: [] }

/** The next calls of an apply: the plan's changes and no others, each only while the thing is as it was planned. */
export function batchesToApply(planned: readonly PlannedThing[]) {
  const changing = planned.filter(({ outcome }) => outcome === 'changed')
  return Array.from({ length: Math.ceil(changing.length / thingChangeLimit) }, (_, i) =>
    changing
      .slice(i * thingChangeLimit, (i + 1) * thingChangeLimit)
      .map(({ id, etag }) => ({ id, ...(etag !== null && { etag }) })),
  )
}

/** An apply after one more batch. */
export function withLot(applied: Applied, { items }: ThingChanges): Applied {
  const left = items.filter(({ outcome }) => outcome === 'stale' || outcome === 'refused')
  return {
    done: applied.done + items.length,
    changed: applied.changed + items.filter(({ outcome }) => outcome === 'changed').length,
    left: [...applied.left, ...left],
  }
}
