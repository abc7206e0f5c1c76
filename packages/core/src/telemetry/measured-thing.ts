import { notFound } from '@sluice/runtime'
import { type MeasuredThing, type Subject, subjectOf } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import type { KnownThing, KnownType } from '../known-things/index.ts'

/**
 * A thing of the actor's organization with its metrics. Answers without a promise where both are
 * remembered; throws `not-found`.
 */
export function measuredThing(ctx: Context, id: string): MeasuredThing | Promise<MeasuredThing> {
  const { knownThings, actor } = ctx
  const thing = knownThings.thing(actor.organization.id, id)
  if (thing === null) throw notFound('thing', id)
  if (thing instanceof Promise) return measuredLater(ctx, id)
  const type = knownThings.type(actor.organization.id, thing.thingTypeId)
  if (type === null || type instanceof Promise) return measuredLater(ctx, id)
  return measured(ctx, thing, type)
}

async function measuredLater(ctx: Context, id: string): Promise<MeasuredThing> {
  const { knownThings, actor } = ctx
  // For a moment a thing may be remembered with a type that it has left and that no longer exists.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const thing = await knownThings.thing(actor.organization.id, id)
    if (thing === null) break
    const type = await knownThings.type(actor.organization.id, thing.thingTypeId)
    if (type !== null) return measured(ctx, thing, type)
    knownThings.forgetThing(actor.organization.id, id)
  }
  throw notFound('thing', id)
}

function measured({ actor }: Context, thing: KnownThing, type: KnownType): MeasuredThing {
  return {
    numbers: { organization: actor.organization.number, thing: thing.number },
    thingTypeId: thing.thingTypeId,
    unknownMetrics: type.unknownMetrics,
    timezone: thing.timezone ?? 'UTC',
    metrics: type.metrics,
  }
}

/** What a query about one thing is about. Throws `not-found`. */
export async function thingSubject(ctx: Context, id: string): Promise<Subject> {
  return subjectOf(id, await measuredThing(ctx, id))
}
