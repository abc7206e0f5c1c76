import type { Output } from '@sluice/contract'
import type { Context } from '../../context.ts'
import { covers, thingPaths } from '../../scopes/index.ts'
import { etagAfter, type Made } from './change.ts'
import type { Step } from './plan.ts'

type Answer = Output<'things.batch'>
type Item = Answer['items'][number]
type Asker = Pick<Context, 'actor'>

/** The result of every entry, or the prospective one if nothing was written. */
export function answerOf({ actor }: Asker, steps: readonly Step[], made: Made | undefined): Answer {
  const items = steps.map((step) => {
    const item = itemOf(step, made)
    // Which fields differ from the request reveals what they were.
    const readable = !step.before || covers(actor.scopes, 'read', thingPaths(step.before))
    return readable ? item : { ...item, changes: [] }
  })
  const count = (wanted: Item['outcome']) =>
    items.filter(({ outcome }) => outcome === wanted).length
  return {
    validateOnly: made === undefined,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    items,
  }
}

function itemOf(step: Step, made: Made | undefined): Item {
  const { entry, before, wanted, changes } = step
  if (before && changes.length === 0) {
    return { id: before.id, outcome: 'unchanged', changes: [], etag: before.etag }
  }
  return {
    id: made ? wanted.id : (entry.id ?? null),
    outcome: before ? 'updated' : 'created',
    changes: [...changes],
    etag: made ? etagAfter(step, made) : null,
  }
}
