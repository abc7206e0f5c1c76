import { queryLimits } from '@sluice/contract'
import { getOrMake, inSlices, invalidRequest } from '@sluice/runtime'
import type { Group, Member, Subject } from '@sluice/telemetry'
import type { Context } from '../context.ts'

/** Things read by one statement, and about how many group names: a thing may be in a hundred fleets. */
const THINGS_PER_READ = 2000
const FIRST_READ = 200
const NAMES_PER_READ = 10_000
/** Group members added between two yields. */
const MEMBERS_PER_YIELD = 16_384

/**
 * A subject with the groups of a query: its things by site, by fleet, or by the value of a label. A thing in two fleets
 * is in two groups; things without one are in the group named null. Throws `invalid-request` for too many groups.
 */
export async function grouped(ctx: Context, subject: Subject, groupBy: string): Promise<Subject> {
  if (groupBy === 'none' || groupBy === 'thing') return subject
  const names = await namesOf(ctx, subject.members, groupBy)
  const groups = await inSlices(groupsOf(subject.members, names))
  return { ...subject, groups: groups.map(toGroup).sort(byName) }
}

function* groupsOf(members: readonly Member[], names: ReadonlyMap<string, readonly string[]>) {
  const groups = new Map<string | null, Member[]>()
  let put = 0
  for (const member of members) {
    for (const name of names.get(member.id) ?? [null]) {
      getOrMake(groups, name, () => []).push(member)
      put += 1
      if (put % MEMBERS_PER_YIELD === 0) yield
    }
  }
  return [...groups]
}

function requireFew(count: number, groupBy: string): void {
  const { groups } = queryLimits
  if (count <= groups) return
  const detail = `makes more than ${groups} groups of ${groupBy}, which is the limit; ask about fewer things`
  throw invalidRequest([{ pointer: '/query/groupBy', detail }])
}

const toGroup = ([name, members]: readonly [string | null, Member[]]): Group => ({ name, members })

function byName({ name: one }: Group, { name: other }: Group): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  return one < other ? -1 : 1
}

/**
 * The groups of each thing that has any. Whoever may read a thing may read its site, fleets and labels. Throws
 * `invalid-request` as soon as there are too many, without reading the rest.
 */
async function namesOf(ctx: Context, members: readonly Member[], groupBy: string) {
  const names = new Map<string, readonly string[]>()
  const distinct = new Set<string>()
  let hasOthers = false
  let size = FIRST_READ
  for (let at = 0; at < members.length; ) {
    const ids = members.slice(at, at + size).map(({ id }) => id)
    at += size
    let read = 0
    for (const { id, names: own } of await readNames(ctx, ids, groupBy)) {
      if (own.length > 0) names.set(id, own)
      for (const name of own) distinct.add(name)
      read += own.length
    }
    hasOthers ||= names.size < Math.min(at, members.length)
    requireFew(distinct.size + (hasOthers ? 1 : 0), groupBy)
    size = Math.max(
      1,
      Math.min(THINGS_PER_READ, Math.floor((ids.length * NAMES_PER_READ) / (read + 1))),
    )
  }
  return names
}

interface Named {
  readonly id: string
  readonly names: readonly string[]
}

function readNames({ db, actor }: Context, ids: string[], groupBy: string): Promise<Named[]> {
  const organizationId = actor.organization.id
  if (groupBy === 'site') {
    return db.$queryRaw<Named[]>`
      SELECT id, array_remove(ARRAY["siteId"], NULL) AS names FROM things
      WHERE "organizationId" = ${organizationId} AND id = ANY(${ids})`
  }
  if (groupBy === 'fleet') {
    return db.$queryRaw<Named[]>`
      SELECT id, ARRAY(
        SELECT "fleetId" FROM fleet_members
        WHERE "organizationId" = ${organizationId} AND "thingId" = id ORDER BY "fleetId" LIMIT ${queryLimits.groups + 1}
      ) AS names FROM unnest(${ids}::text[]) AS id`
  }
  const label = groupBy.slice('label:'.length)
  return db.$queryRaw<Named[]>`
    SELECT id, array_remove(ARRAY[labels ->> ${label}], NULL) AS names FROM things
    WHERE "organizationId" = ${organizationId} AND id = ANY(${ids})`
}
