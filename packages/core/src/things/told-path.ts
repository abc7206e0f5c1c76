import type { Context } from '../context.ts'
import { covers, type ThingPlace, thingPath, thingPaths } from '../scopes/index.ts'

/**
 * The path that refusals to change a thing name instead of its own: callers who may not read the thing must not learn
 * its type.
 */
export function toldPath({ actor }: Pick<Context, 'actor'>, thing: ThingPlace): string | undefined {
  if (covers(actor.scopes, 'read', thingPaths(thing))) return undefined
  return thingPath({ id: thing.id, thingTypeId: '#' })
}
