import type { AuditEntry, Scope } from '@sluice/contract'
import type { AuditEntry as Row } from '../database/generated/client.ts'
import {
  covers,
  filtersFor,
  formOf,
  mayKnowOf,
  type ThingPlace,
  thingPath,
  thingPaths,
} from '../scopes/index.ts'

type Recorded = Pick<Row, 'resource' | 'before' | 'after'>

/** The part of an entry that depends on who reads it. */
type Shown = Pick<AuditEntry, 'resource' | 'before' | 'after' | 'withheld'>

/**
 * What an actor may see of an entry. Seeing a record needs `read` on it, and each of the two is judged by the paths that
 * it had then, like the two sides of an event: a thing may have been moved. A resource that the actor may not know of is
 * reduced to its form.
 */
export function shownTo(scopes: readonly Scope[], { resource, before, after }: Recorded): Shown {
  const [was, is] = [pathsOf(resource, before), pathsOf(resource, after)]
  const sees = (record: unknown, paths: readonly string[]) =>
    covers(scopes, 'read', namesMembers(resource, record) ? membersOf(resource) : paths)
  const [seesBefore, seesAfter] = [sees(before, was), sees(after, is)]
  const withheld = (before !== null && !seesBefore) || (after !== null && !seesAfter)
  const knows = mayKnowOf(scopes, after === null ? was : is)
  return {
    resource: knows ? resource : seesBefore ? ownPath(resource, before) : formOf(resource),
    before: seesBefore ? before : null,
    after: seesAfter ? after : null,
    withheld,
  }
}

/**
 * Whether a reader may see all entries in full. The hash of one that is withheld in part would confirm guesses about the
 * rest, as would the hash of the one after it.
 */
export function seesAll(scopes: readonly Scope[]): boolean {
  return filtersFor(scopes, 'read').includes('#')
}

/** Whether a fleet's record lists ids of things that joined or left. */
function namesMembers(resource: string, record: unknown): boolean {
  const listed = Object(record)
  return (
    resource.startsWith('PLACE/') && (Array.isArray(listed.added) || Array.isArray(listed.removed))
  )
}

function membersOf(place: string): readonly string[] {
  return [`${place}/THING/#/#`, 'THING/#/#']
}

/** The paths of an entry's resource while a record was true of it. */
function pathsOf(resource: string, record: unknown): readonly string[] {
  return isThing(resource, record) ? thingPaths(record) : [resource]
}

/** A thing's path contains its type, which may be what changed. */
function ownPath(resource: string, record: unknown): string {
  return isThing(resource, record) ? thingPath(record) : resource
}

/** The record of an erasure has only a range. */
function isThing(resource: string, record: unknown): record is ThingPlace {
  return resource.startsWith('THING/') && Object.hasOwn(Object(record), 'fleetIds')
}
