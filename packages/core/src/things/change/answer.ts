import type { Output, Thing } from '@sluice/contract'
import { mapInSlices } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { nextEtag } from '../../resources/etag.ts'
import { covers, thingPaths } from '../../scopes/index.ts'
import type { Decided } from '../patched.ts'
import type { Judged } from './judge.ts'

type Answer = Omit<Output<'things.change'>, 'nextAfter'>
type Item = Answer['items'][number]

/** The result for each thing, without names and changes if the caller may not read it. */
export async function answerOf(
  { actor }: Pick<Context, 'actor'>,
  judged: readonly Judged[],
  validateOnly: boolean,
): Promise<Answer> {
  const items = await mapInSlices(judged, (one) => {
    const readable = one.before && covers(actor.scopes, 'read', thingPaths(one.before))
    const item = itemOf(one, validateOnly)
    return readable ? item : { ...item, name: null, changes: [], before: {} }
  })
  const count = (wanted: Item['outcome']) =>
    items.filter(({ outcome }) => outcome === wanted).length
  return {
    validateOnly,
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    stale: count('stale'),
    items,
  }
}

function itemOf(judged: Judged, validateOnly: boolean): Item {
  const { id, before, outcome, fields, detail, change } = judged
  const isWritten = before && outcome === 'changed' && !validateOnly
  return {
    id,
    name: before?.name ?? null,
    outcome,
    changes: [...fields],
    before: before && change ? oldValues(before, change.wanted, fields) : {},
    etag: isWritten ? nextEtag(before) : (before?.etag ?? null),
    detail,
  }
}

function oldValues(before: Thing, wanted: Decided, fields: readonly string[]): Item['before'] {
  const { thingTypeId, siteId, status, fleetIds } = before
  return {
    ...(fields.includes('thingTypeId') && { thingTypeId }),
    ...(fields.includes('siteId') && { siteId }),
    ...(fields.includes('status') && { status }),
    ...(fields.includes('fleetIds') && { fleetIds }),
    ...(fields.includes('labels') && { labels: oldLabels(before.labels, wanted.labels) }),
  }
}

/** The old values of the labels that differ; null for new ones. */
function oldLabels(before: Thing['labels'], wanted: Thing['labels']) {
  // Maps, so that no name is special.
  const [old, next] = [new Map(Object.entries(before)), new Map(Object.entries(wanted))]
  const names = new Set([...old.keys(), ...next.keys()])
  const differing = [...names].filter((name) => old.get(name) !== next.get(name))
  return Object.fromEntries(differing.map((name) => [name, old.get(name) ?? null]))
}
