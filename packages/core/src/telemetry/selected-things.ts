import { type Fault, type Input, queryLimits } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import type { Subject } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import type { KnownThing } from '../known-things/index.ts'
import { byId } from '../resources/ids.ts'
import { covers } from '../scopes/index.ts'
import { filterConditions, readableThings } from '../things/index.ts'
import { findMembers, subjectOfThings } from './place-subject.ts'

type Selection = Pick<
  Input<'telemetry.thingsRecent'>['query'],
  'ids' | 'thingTypeId' | 'siteId' | 'fleetId' | 'status' | 'label'
>

const named = { timezone: 'UTC', name: 'the selected things' }

/**
 * The selected things that the actor may read. Things selected by id must all be readable. Throws `invalid-request` with
 * each that is not, and for more than a query may have.
 */
export async function selectedSubject(ctx: Context, selection: Selection): Promise<Subject> {
  const { ids, ...filters } = selection
  const things =
    ids === undefined ? await findSelected(ctx, filters) : await findNamed(ctx, ids, filters)
  return subjectOfThings(ctx, things, named)
}

async function findSelected(ctx: Context, filters: Omit<Selection, 'ids'>) {
  const where = { AND: [readableThings(ctx.actor), ...filterConditions(filters)] }
  const things = await findMembers(ctx, where)
  if (things) return things.sort(byId)
  const detail = `selects more than ${queryLimits.things} things, the limit of one query; add thingTypeId, siteId, fleetId, status or label`
  throw invalidRequest([{ pointer: '/query', detail }])
}

async function findNamed(ctx: Context, list: string, filters: object): Promise<KnownThing[]> {
  const ids = [...new Set(list.split(',').map((id) => id.trim()))]
  requireAlone(ids, filters)
  const { knownThings, actor } = ctx
  const found = await Promise.all(ids.map((id) => knownThings.thing(actor.organization.id, id)))
  const things: KnownThing[] = []
  const faults: Fault[] = []
  for (const [i, thing] of found.entries()) {
    if (!thing || !covers(actor.scopes, 'read', thing.paths)) {
      faults.push(missing(ids[i] ?? ''))
      continue
    }
    ctx.needs.note({ action: 'read', paths: thing.paths })
    things.push(thing)
  }
  if (faults.length > 0) throw invalidRequest(faults)
  return things.sort(byId)
}

function requireAlone(ids: readonly string[], filters: object): void {
  const others = Object.keys(filters).filter((name) => name in filterNames)
  const faults = others.map((name) => ({
    pointer: `/query/${name}`,
    detail: 'must be left out where ids are given',
  }))
  if (ids.length > queryLimits.ids) {
    const detail = `must name at most ${queryLimits.ids} things, not ${ids.length}; use the filters instead`
    faults.push({ pointer: '/query/ids', detail })
  }
  if (faults.length > 0) throw invalidRequest(faults)
}

const filterNames = { thingTypeId: 1, siteId: 1, fleetId: 1, status: 1, label: 1 }

function missing(id: string): Fault {
  const detail = `names ${JSON.stringify(id)}, which is not a thing that this caller may read`
  return { pointer: '/query/ids', detail }
}
