import type { Output, Thing } from '@sluice/contract'
import type { Context } from '../../context.ts'
import { covers, thingPaths } from '../../scopes/index.ts'
import type { Step } from './plan.ts'

type Answer = Output<'things.batch'>
type Item = Answer['items'][number]
type Asker = Pick<Context, 'actor'>

/** What came of every entry, or with `validateOnly` what would. */
export function answerOf({ actor }: Asker, steps: readonly Step[], validateOnly: boolean): Answer {
  const items = steps.map((step) => {
    const item = itemOf(step, validateOnly)
    // Which fields differ from what was sent tells what they were.
    const readable = !step.before || covers(actor.scopes, 'read', thingPaths(step.before))
    return readable ? item : { ...item, changes: [] }
  })
  const count = (wanted: Item['outcome']) =>
    items.filter(({ outcome }) => outcome === wanted).length
  return {
    validateOnly,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    items,
  }
}

function itemOf({ entry, before, wanted, changes }: Step, validateOnly: boolean): Item {
  if (before && changes.length === 0) {
    return { id: before.id, outcome: 'unchanged', changes: [], etag: before.etag }
  }
  return {
    id: validateOnly ? (entry.id ?? null) : wanted.id,
    outcome: before ? 'updated' : 'created',
    changes: [...changes],
    etag: validateOnly ? null : nextEtag(before),
  }
}

/** The etag of a thing that has been written. */
export function nextEtag(before: Thing | undefined): string {
  return before ? String(Number(before.etag) + 1) : '1'
}
