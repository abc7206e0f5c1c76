import { quotaPercents } from '@sluice/contract'
import { isSame } from '../resources/same.ts'
import { type ThingPlace, thingPaths } from '../scopes/index.ts'
import type { EventDraft } from './event.ts'

/** What of an audit entry tells of an event. */
interface Recorded {
  readonly organizationId: string
  readonly at: Date
  readonly actorType: string
  readonly actorId: string
  readonly actorName: string
  readonly operation: string
  readonly resource: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * The events that follow from a recorded change. Those of things and keys depend on the resource and its records, not on
 * the operation's name, so a thing made by a template or a batch is reported like any other.
 */
export function eventsOf(entry: Recorded): EventDraft[] {
  const [kind] = entry.resource.split('/')
  if (kind === 'THING') return isOfThing(entry) ? thingEvents(entry) : []
  return kind === 'KEY' ? keyEvents(entry) : quotaEvents(entry)
}

/** An erasure of a thing's data is recorded with the thing, which stays as it is. */
function isOfThing({ before, after }: Recorded): boolean {
  return Object.hasOwn(Object(after ?? before), 'fleetIds')
}

function thingEvents(entry: Recorded): EventDraft[] {
  const { before, after } = entry as { before: ThingPlace | null; after: ThingPlace | null }
  const what = before === null ? 'created' : after === null ? 'deleted' : 'updated'
  const places = [after, before].filter((place) => place !== null)
  const thing = after ?? before
  const changed = before && after && { previous: differing(before, after) }
  const paths = [...new Set(places.flatMap(thingPaths))]
  return [{ ...common(entry, { thing, ...changed }), type: `thing.${what}`, paths }]
}

function keyEvents(entry: Recorded): EventDraft[] {
  const { before, after } = entry as Record<'before' | 'after', { status: string } | null>
  const revoked = before?.status !== 'Revoked' && after?.status === 'Revoked'
  const type = before === null ? 'key.created' : revoked ? 'key.revoked' : undefined
  if (type === undefined) return []
  return [{ ...common(entry, { key: after }), type, paths: [entry.resource] }]
}

const quotaNotices = new Map<string, number>([
  ['storage.nearlyFull', quotaPercents.nearlyFull],
  ['storage.full', quotaPercents.full],
])

function quotaEvents({ operation, organizationId, resource, at, after }: Recorded): EventDraft[] {
  const percent = quotaNotices.get(operation)
  if (percent === undefined) return []
  const data = { resource, percent, ...(after as object) }
  return [
    { organizationId, type: 'quota.reached', resource, paths: [resource], occurredAt: at, data },
  ]
}

function common(entry: Recorded, records: object) {
  const { organizationId, resource, at: occurredAt, actorType, actorId, actorName } = entry
  const actor = { type: actorType, id: actorId, name: actorName }
  return { organizationId, resource, occurredAt, data: { resource, actor, ...records } }
}

/** The members of a record that another one changed, as they were. */
function differing(before: object, after: object): object {
  const now = new Map(Object.entries(after))
  const old = Object.entries(before).filter(([name, value]) => !isSame(value, now.get(name)))
  return Object.fromEntries(old)
}
