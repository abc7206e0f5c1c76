import { andThen, notFound, Problem } from '@sluice/runtime'
import { type MeasuredThing, type Subject, subjectOf } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import type { KnownThing, KnownType } from '../known-things/index.ts'

export interface CalledThing extends MeasuredThing {
  readonly retired: boolean
}

/** The fault of samples for a retired thing. */
export const RETIRED = 'is retired and takes no samples; set its status to Active first'

/** Throws `conflict` if a thing accepts no samples. */
export function requireInService({ retired }: CalledThing, id: string): void {
  if (retired) throw new Problem('conflict', { detail: `The thing ${id} ${RETIRED}.` })
}

/** A thing of the actor's organization with its metrics. Synchronous if both are cached; throws `not-found`. */
export function measuredThing(ctx: Context, id: string): CalledThing | Promise<CalledThing> {
  return find(ctx, id, (thing) => {
    ctx.knownThings.forgetThing(ctx.actor.organization.id, thing)
    return find(ctx, id, (gone) => {
      throw notFound('thing', gone)
    })
  })
}

/**
 * A cached thing may briefly have a type that it has left and that no longer exists: then the result is that of
 * `withoutType`.
 */
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

/** A thing combined with its type. */
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

/** The subject of a query about one thing. Throws `not-found`. */
export async function thingSubject(ctx: Context, id: string): Promise<Subject> {
  return subjectOf(id, await measuredThing(ctx, id))
}
