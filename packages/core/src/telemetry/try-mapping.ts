import type { Input, Output } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import { type FoundThing, Mapping, tryMapping as tryOn } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import type { KnownType } from '../known-things/index.ts'
import { findMapping, patchedMapping, presentMapping, requireUsable } from '../mappings/index.ts'
import { covers } from '../scopes/index.ts'
import { measured, RETIRED } from './measured-thing.ts'

/** Shows what a mapping, or a change of it, would make of samples. Changes nothing. */
export async function tryMapping(
  ctx: Context,
  { params, body }: Input<'mappings.try'>,
): Promise<Output<'mappings.try'>> {
  const { text, precision, change = {} } = body
  const mapping = patchedMapping(presentMapping(await findMapping(ctx, params.mappingId)), change)
  requireUsable(mapping)
  const { protocol, createMissing } = mapping
  const type = createMissing === null ? null : await typeToCreate(ctx, createMissing)
  const missing = type && { ...type, thingTypeId: createMissing ?? '' }
  return tryOn({
    ...{ protocol, text, precision, now: ctx.now, mapping: new Mapping(mapping) },
    async find(ids) {
      const found = ids.map(async (id) => [id, await lookAt(ctx, id, missing)] as const)
      return new Map(await Promise.all(found))
    },
  })
}

/** A thing that the caller may not read counts as missing, so that its existence is not revealed. */
async function lookAt(
  ctx: Context,
  id: string,
  missing: (KnownType & { readonly thingTypeId: string }) | null,
): Promise<FoundThing> {
  const { knownThings, actor } = ctx
  const thing = await knownThings.thing(actor.organization.id, id)
  if (thing && covers(actor.scopes, 'read', thing.paths)) {
    if (thing.retired) return { refusal: 'conflict', detail: RETIRED }
    const type = await knownThings.type(actor.organization.id, thing.thingTypeId)
    if (type) return { thing: measured(ctx, thing, type) }
  }
  if (missing) return { missing }
  const detail = 'is not a thing that this caller may read; createMissing would create it'
  return { refusal: 'not-found', detail }
}

async function typeToCreate({ knownThings, actor }: Context, id: string): Promise<KnownType> {
  const type = await knownThings.type(actor.organization.id, id)
  if (type) return type
  const detail = 'is not the id of a thing type'
  throw invalidRequest([{ pointer: '/body/change/createMissing', detail }])
}
