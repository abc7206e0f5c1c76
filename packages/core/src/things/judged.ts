import type { Thing } from '@sluice/contract'
import type { Context } from '../context.ts'
import { type Lock, lockDefinitions, relyingOn } from '../definitions/index.ts'
import { isSame } from '../resources/same.ts'
import { covers, requireScope, thingPaths } from '../scopes/index.ts'
import type { Decided } from './patched.ts'
import { toldPath } from './told-path.ts'

type Judged = Pick<Thing, 'thingTypeId' | 'attributes'>

/** Whether a thing's attributes are held against a schema. Those that stay under the same type were, when they came. */
export function judgesAttributes(before: Judged | undefined, wanted: Judged): boolean {
  return before?.thingTypeId !== wanted.thingTypeId || !isSame(before.attributes, wanted.attributes)
}

interface Judging {
  readonly before?: Judged | undefined
  readonly wanted: Judged
}

/** The types that attributes are held against. */
export function locksOfJudges(changes: readonly Judging[]): Lock[] {
  const judged = changes.filter(({ before, wanted }) => judgesAttributes(before, wanted))
  return relyingOn(
    'types',
    judged.map(({ wanted }) => wanted.thingTypeId),
  )
}

/** Keeps these as they are until the transaction ends. Read them afterwards. */
export function keepJudges(ctx: Context, changes: readonly Judging[]): Promise<void> {
  return lockDefinitions(ctx, locksOfJudges(changes))
}

/** What a call names of a thing that is there. */
export interface Named {
  readonly thingTypeId?: string | undefined
  readonly attributes?: object | undefined
  readonly siteId?: string | null | undefined
  readonly fleetIds?: string[] | undefined
}

/**
 * The places that a change puts a thing into, of which each is to be authorized. A change of type or attributes needs `read` on
 * the thing: whether attributes fit a type tells what they are.
 *
 * A refusal must not tell what a thing is to whoever may not read it. So a value that the call names is judged for them as if it
 * were another one: the type and attributes need `read`, a place is joined. Throws `scope-missing`.
 */
export function placesJoined(
  ctx: Context,
  before: Thing,
  wanted: Decided,
  named: Named,
): Pick<Decided, 'siteId' | 'fleetIds'> {
  if (covers(ctx.actor.scopes, 'read', thingPaths(before))) return differing(before, wanted)
  if (named.thingTypeId !== undefined || named.attributes !== undefined) requireRead(ctx, before)
  return { siteId: named.siteId ?? null, fleetIds: named.fleetIds ?? [] }
}

function differing(before: Thing, { siteId, fleetIds }: Decided) {
  return {
    siteId: siteId === before.siteId ? null : siteId,
    fleetIds: fleetIds.filter((id) => !before.fleetIds.includes(id)),
  }
}

/** Throws `scope-missing` where the caller may not read the thing. What a dry run answers tells what the thing is. */
export function requireRead(ctx: Context, thing: Thing): void {
  requireScope(ctx, 'read', thingPaths(thing), toldPath(ctx, thing))
}
