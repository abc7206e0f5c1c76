import type { Thing } from '@sluice/contract'
import type { Context } from '../context.ts'
import { type Lock, lockDefinitions, relyingOn } from '../definitions/index.ts'
import { isSame } from '../resources/same.ts'
import { covers, requireScope, thingPaths } from '../scopes/index.ts'
import type { Decided } from './patched.ts'
import { toldPath } from './told-path.ts'

type Judged = Pick<Thing, 'thingTypeId' | 'attributes'>

/**
 * Whether a thing's attributes have to be checked by a schema. Those unchanged under the same type were checked when
 * they were set.
 */
export function judgesAttributes(before: Judged | undefined, wanted: Judged): boolean {
  return before?.thingTypeId !== wanted.thingTypeId || !isSame(before.attributes, wanted.attributes)
}

interface Judging {
  readonly before?: Judged | undefined
  readonly wanted: Judged
}

/** The locks on types by which attributes are checked. */
export function locksOfJudges(changes: readonly Judging[]): Lock[] {
  const judged = changes.filter(({ before, wanted }) => judgesAttributes(before, wanted))
  return relyingOn(
    'types',
    judged.map(({ wanted }) => wanted.thingTypeId),
  )
}

/** Locks these types against changes until the transaction ends. They must be read afterwards. */
export function keepJudges(ctx: Context, changes: readonly Judging[]): Promise<void> {
  return lockDefinitions(ctx, locksOfJudges(changes))
}

/** What a call names of an existing thing. */
export interface Named {
  readonly thingTypeId?: string | undefined
  readonly attributes?: object | undefined
  readonly siteId?: string | null | undefined
  readonly fleetIds?: string[] | undefined
}

/**
 * The places that a change adds a thing to, each of which has to be authorized. A change of type or attributes needs
 * `read` on the thing: whether attributes fit a type reveals them.
 *
 * A refusal must not reveal a thing's state to a caller who may not read it. So for them any value in the call counts
 * as a change: a type or attributes need `read`, and a place is joined. Throws `scope-missing`.
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

/** Throws `scope-missing` if the caller may not read the thing, since a dry run's answer reveals its state. */
export function requireRead(ctx: Context, thing: Thing): void {
  requireScope(ctx, 'read', thingPaths(thing), toldPath(ctx, thing))
}
