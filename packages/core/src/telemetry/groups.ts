import { queryLimits } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import type { Group, Member, Subject } from '@sluice/telemetry'
import type { Context } from '../context.ts'

/** Things that one statement reads. */
const THINGS_A_READ = 2000

/**
 * A subject with the groups that a query asks for: its things by site, by fleet, or by the value of a label. A thing in two
 * fleets is in two groups; those without are in one that is called null. Throws `invalid-request` for too many.
 */
export async function grouped(ctx: Context, subject: Subject, groupBy: string): Promise<Subject> {
  if (groupBy === 'none' || groupBy === 'thing') return subject
  const names = await namesOf(ctx, subject.members, groupBy)
  const groups = new Map<string | null, Member[]>()
  for (const member of subject.members) {
    for (const name of names.get(member.id) ?? [null]) {
      const group = groups.get(name)
      if (group) group.push(member)
      else groups.set(name, [member])
    }
  }
  requireFew(groups.size, groupBy)
  return { ...subject, groups: [...groups].map(toGroup).sort(byName) }
}

function requireFew(count: number, groupBy: string): void {
  const { groups } = queryLimits
  if (count <= groups) return
  const detail = `makes ${count} groups of ${groupBy}, and the limit is ${groups}; ask about fewer things`
  throw invalidRequest([{ pointer: '/query/groupBy', detail }])
}

const toGroup = ([name, members]: readonly [string | null, Member[]]): Group => ({ name, members })

function byName({ name: one }: Group, { name: other }: Group): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  return one < other ? -1 : 1
}

/** The groups of each thing that has any. Whoever reads a thing reads its site, its fleets and its labels. */
async function namesOf(ctx: Context, members: readonly Member[], groupBy: string) {
  const names = new Map<string, readonly string[]>()
  for (let at = 0; at < members.length; at += THINGS_A_READ) {
    const ids = members.slice(at, at + THINGS_A_READ).map(({ id }) => id)
    const rows = await readNames(ctx, ids, groupBy)
    for (const { id, names: own } of rows) if (own.length > 0) names.set(id, own)
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
      SELECT "thingId" AS id, array_agg("fleetId" ORDER BY "fleetId") AS names FROM fleet_members
      WHERE "organizationId" = ${organizationId} AND "thingId" = ANY(${ids}) GROUP BY "thingId"`
  }
  const label = groupBy.slice('label:'.length)
  return db.$queryRaw<Named[]>`
    SELECT id, array_remove(ARRAY[labels ->> ${label}], NULL) AS names FROM things
    WHERE "organizationId" = ${organizationId} AND id = ANY(${ids})`
}
