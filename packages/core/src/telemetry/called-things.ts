import { invalidRequest, mapInSlices, Problem } from '@sluice/runtime'
import type { CreatedThing, FoundThing } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import { asProblem } from '../database/store-errors.ts'
import type { KnownThing, KnownType } from '../known-things/index.ts'
import { covers, requireScope, thingPaths } from '../scopes/index.ts'
import { createMissing } from '../things/index.ts'
import { measured, RETIRED } from './measured-thing.ts'

type Types = ReadonlyMap<string, KnownType | null>

const MISSING = 'is not a thing that this caller may read'
/** The same for one that exists, so that nobody learns which do. */
const NOT_CREATED = `${MISSING}; createMissing=<thing type> would create a missing one`

/**
 * The things of a call that writes samples of many, each authorized like a call of its own. One that does not exist is
 * `missing` where it is to be created with a thing type. Throws `invalid-request` where there is no such type.
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
    // As for a missing one, so that nobody learns which exist.
    const beyond = createWith === undefined ? undefined : creationRefusal(ctx, thing.id, createWith)
    return beyond ?? notFound(createWith)
  }
  const refusal = scopeRefusal(ctx, paths)
  if (refusal) return refusal
  if (thing.retired) return { refusal: 'conflict', detail: RETIRED }
  const type = types.get(thing.thingTypeId)
  // It has left this type, which is gone, since it was looked up.
  if (!type) return { refusal: 'not-found', detail: 'is being changed; send its samples again' }
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

/** Undefined where the caller may create the thing. */
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

/** How often things are created that other calls create at the same time. */
const ATTEMPTS = 3

/** Creates things for samples that have come. Throws `conflict` where others keep creating them otherwise. */
export async function createCalledThings(
  ctx: Context,
  ids: readonly string[],
  thingTypeId: string,
): Promise<Map<string, CreatedThing>> {
  const { knownThings, actor } = ctx
  const created = await createAtLast(ctx, ids, thingTypeId)
  knownThings.forgetPlaces(actor.organization.id)
  const found = await findCalledThings(ctx, ids, undefined)
  const numbered = ids.map((id) => {
    const one = found.get(id)
    if (!one || !('thing' in one) || one.thing.thingTypeId !== thingTypeId) throw otherwise(id)
    return [id, { numbers: one.thing.numbers, isNew: created.has(id) }] as const
  })
  return new Map(numbered)
}

async function createAtLast(ctx: Context, ids: readonly string[], thingTypeId: string) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await createMissing(ctx, ids, thingTypeId)
    } catch (error) {
      if (attempt === ATTEMPTS || asProblem(error).code !== 'conflict') throw error
    }
  }
}

function otherwise(id: string): Problem {
  const detail = `Another request created the thing ${id} differently at the same time. Retry.`
  return new Problem('conflict', { detail })
}
