import { invalidRequest, mapInSlices, Problem } from '@sluice/runtime'
import type { CreatedThing, FoundThing } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import type { KnownThing, KnownType } from '../known-things/index.ts'
import { covers, requireScope, thingPaths } from '../scopes/index.ts'
import { createMissing } from '../things/index.ts'
import { measured, RETIRED } from './measured-thing.ts'

type Types = ReadonlyMap<string, KnownType | null>

const MISSING = 'is not a thing that this caller may read'
/** The same message for an existing thing, so that existence is not revealed. */
const NOT_CREATED = `${MISSING}; createMissing=<thing type> would create a missing one`

/**
 * The things of a call that writes samples of many, each authorized like a call of its own. One that does not exist is
 * `missing` if it is to be created with a thing type. Throws `invalid-request` if there is no such type, and
 * `unavailable` if one of the things is being changed.
 */
export async function findCalledThings(
  ctx: Context,
  ids: readonly string[],
  createWith: string | undefined,
): Promise<Map<string, FoundThing>> {
  const { knownThings, actor } = ctx
  const things = await Promise.all(ids.map((id) => knownThings.thing(actor.organization.id, id)))
  const typeIds = things.flatMap((thing) => thing?.thingTypeId ?? [])
  const types = await typesOf(ctx, createWith === undefined ? typeIds : [...typeIds, createWith])
  if (createWith !== undefined && !types.get(createWith)) throw noSuchType()
  const found = await mapInSlices(ids, (id, i) => {
    const thing = things[i]
    const one = thing
      ? judged(ctx, thing, types, createWith)
      : judgedMissing(ctx, id, types, createWith)
    return [id, one] as const
  })
  return new Map(found)
}

async function typesOf({ knownThings, actor }: Context, ids: readonly string[]): Promise<Types> {
  const found = [...new Set(ids)].map(async (id) => {
    return [id, await knownThings.type(actor.organization.id, id)] as const
  })
  return new Map(await Promise.all(found))
}

function noSuchType(): Problem {
  return invalidRequest([
    { pointer: '/query/createMissing', detail: 'is not the id of a thing type' },
  ])
}

function judged(
  ctx: Context,
  thing: KnownThing,
  types: Types,
  createWith: string | undefined,
): FoundThing {
  const { scopes } = ctx.actor
  const { paths } = thing
  if (!covers(scopes, 'write', paths) && !covers(scopes, 'read', paths)) {
    // As for a missing thing, so that existence is not revealed.
    const beyond = createWith === undefined ? undefined : creationRefusal(ctx, thing.id, createWith)
    return beyond ?? notFound(createWith)
  }
  const refusal = scopeRefusal(ctx, paths)
  if (refusal) return refusal
  if (thing.retired) return { refusal: 'conflict', detail: RETIRED }
  const type = types.get(thing.thingTypeId)
  if (!type) {
    // Since its lookup, the thing has left this type, which has been deleted.
    ctx.knownThings.forgetThing(ctx.actor.organization.id, thing.id)
    throw beingChanged(thing.id)
  }
  return { thing: measured(ctx, thing, type) }
}

function judgedMissing(
  ctx: Context,
  id: string,
  types: Types,
  thingTypeId: string | undefined,
): FoundThing {
  const type = thingTypeId === undefined ? undefined : types.get(thingTypeId)
  if (thingTypeId === undefined || !type) return notFound(thingTypeId)
  return creationRefusal(ctx, id, thingTypeId) ?? { missing: { ...type, thingTypeId } }
}

/** Undefined if the caller may create the thing. */
function creationRefusal(ctx: Context, id: string, thingTypeId: string): FoundThing | undefined {
  return scopeRefusal(ctx, thingPaths({ id, thingTypeId, siteId: null, fleetIds: [] }))
}

function notFound(createWith: string | undefined): FoundThing {
  return { refusal: 'not-found', detail: createWith === undefined ? NOT_CREATED : MISSING }
}

function scopeRefusal(ctx: Context, paths: readonly string[]): FoundThing | undefined {
  try {
    requireScope(ctx, 'write', paths)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { refusal: 'scope-missing', detail: error.detail }
  }
}

/**
 * Creates things for samples that have arrived. Throws `unavailable` if another call creates one of them differently at
 * the same time: a retry finds the result.
 */
export async function createCalledThings(
  ctx: Context,
  ids: readonly string[],
  thingTypeId: string,
): Promise<Map<string, CreatedThing>> {
  const { knownThings, actor } = ctx
  const created = await createMissing(ctx, ids, thingTypeId)
  // A lookup in flight may have begun before they existed.
  for (const id of ids) knownThings.forgetThing(actor.organization.id, id)
  const found = await findCalledThings(ctx, ids, undefined)
  const numbered = ids.map((id) => {
    const one = found.get(id)
    if (!one || !('thing' in one) || one.thing.thingTypeId !== thingTypeId) throw beingChanged(id)
    return [id, { numbers: one.thing.numbers, isNew: created.has(id) }] as const
  })
  return new Map(numbered)
}

/** Nothing was stored, and a retry will find its new state. */
function beingChanged(id: string): Problem {
  const detail = `The thing ${id} is being changed. Send its samples again after the period in Retry-After.`
  return new Problem('unavailable', { detail, retryAfter: 1 })
}
