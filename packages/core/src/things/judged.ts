import { isDeepStrictEqual } from 'node:util'
import type { Thing } from '@sluice/contract'
import type { Context } from '../context.ts'
import { requireScope, thingPaths } from '../scopes/index.ts'
import { toldPath } from './told-path.ts'

type Judged = Pick<Thing, 'thingTypeId' | 'attributes'>

/** Whether a thing's attributes are held against a schema. Those that stay under the same type were, when they came. */
export function judgesAttributes(before: Judged | undefined, wanted: Judged): boolean {
  return (
    before?.thingTypeId !== wanted.thingTypeId ||
    !isDeepStrictEqual(before.attributes, wanted.attributes)
  )
}

/**
 * Whether attributes fit a schema tells what they are. So a change that holds what a thing has against one needs `read` on it.
 * Throws `scope-missing`.
 */
export function requireReadToJudge(ctx: Context, before: Thing, wanted: Judged): void {
  if (!judgesAttributes(before, wanted)) return
  requireScope(ctx, 'read', thingPaths(before), toldPath(ctx, before))
}
