import type { Context } from '../context.ts'
import type { KnownThing, KnownType, Metric } from '../known-things/index.ts'
import { notFound } from '../problem.ts'
import type { ThingNumbers } from './store.ts'

export type { Metric } from '../known-things/index.ts'

/** What telemetry has to know of a thing. */
export interface MeasuredThing {
  readonly numbers: ThingNumbers
  readonly thingTypeId: string
  readonly unknownMetrics: 'reject' | 'ignore'
  /** The site's zone, else UTC. */
  readonly timezone: string
  /** In the order of the thing type; one list for all things of the type. */
  readonly metrics: readonly Metric[]
}

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

/** Metrics that a message names. */
const NAMED = 20

/** The metrics of a thing, as a message names them. */
export function namesOf({ metrics }: Pick<MeasuredThing, 'metrics'>): string {
  const names = metrics.slice(0, NAMED).map(({ key }) => key)
  if (metrics.length > NAMED) names.push('…')
  return names.join(', ') || 'none'
}
