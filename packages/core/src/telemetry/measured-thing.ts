import { andThen, notFound, Problem } from '@sluice/runtime'
import { type MeasuredThing, type Subject, subjectOf } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import type { KnownThing, KnownType } from '../known-things/index.ts'

/** A thing that a call is about. */
export interface CalledThing extends MeasuredThing {
  readonly retired: boolean
}

/** The fault of samples for a retired thing. */
export const RETIRED = 'is retired and takes no samples; set its status to Active first'

/** Throws `conflict` where samples of a thing are not taken. */
export function requireInService({ retired }: CalledThing, id: string): void {
  if (retired) throw new Problem('conflict', { detail: `The thing ${id} ${RETIRED}.` })
}

/**
 * A thing of the actor's organization with its metrics. Answers without a promise where both are
 * remembered; throws `not-found`.
 */
export function measuredThing(ctx: Context, id: string): CalledThing | Promise<CalledThing> {
  return find(ctx, id, (thing) => {
    ctx.knownThings.forgetThing(ctx.actor.organization.id, thing)
    return find(ctx, id, (gone) => {
      throw notFound('thing', gone)
    })
  })
}

/** For a moment a thing may be remembered with a type that it has left and that no longer exists: then `withoutType` answers. */
function find(
  ctx: Context,
  id: string,
  withoutType: (id: string) => CalledThing | Promise<CalledThing>,
): CalledThing | Promise<CalledThing> {
  const { knownThings, actor } = ctx
  return andThen(knownThings.thing(actor.organization.id, id), (thing) => {
    if (thing === null) throw notFound('thing', id)
    return andThen(knownThings.type(actor.organization.id, thing.thingTypeId), (type) =>
      type === null ? withoutType(id) : measured(ctx, thing, type),
    )
  })
}

/** A thing with what its type says. */
export function measured({ actor }: Context, thing: KnownThing, type: KnownType): CalledThing {
  return {
    numbers: { organization: actor.organization.number, thing: thing.number },
    thingTypeId: thing.thingTypeId,
    unknownMetrics: type.unknownMetrics,
    timezone: thing.timezone ?? 'UTC',
    metrics: type.metrics,
    retired: thing.retired,
  }
}

/** What a query about one thing is about. Throws `not-found`. */
export async function thingSubject(ctx: Context, id: string): Promise<Subject> {
  return subjectOf(id, await measuredThing(ctx, id))
}
