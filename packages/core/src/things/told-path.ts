import type { Context } from '../context.ts'
import { covers, type ThingPlace, thingPath, thingPaths } from '../scopes/index.ts'

/**
 * The path that refusals to change a thing name, where it is not the thing's own: whoever may not read the thing is not told
 * its type.
 */
export function toldPath({ actor }: Pick<Context, 'actor'>, thing: ThingPlace): string | undefined {
  if (covers(actor.scopes, 'read', thingPaths(thing))) return undefined
  return thingPath({ id: thing.id, thingTypeId: '#' })
}
