import type { AuditedOperation, Thing } from '@sluice/contract'
import { mapInSlices } from '@sluice/runtime'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { thingPath } from '../../scopes/index.ts'
import { type Change, etagAfter, type Made } from './change.ts'

/** Records each change, as a single call by default. */
export async function recordAll(
  ctx: Context,
  changes: readonly Change[],
  made: Made,
  operation?: AuditedOperation,
): Promise<void> {
  await Promise.all(await mapInSlices(changes, (change) => record(ctx, change, made, operation)))
}

function record(
  ctx: Context,
  change: Change,
  made: Made,
  operation: AuditedOperation = change.before ? 'things.update' : 'things.create',
): Promise<void> {
  const { before, wanted } = change
  const resource = thingPath(wanted)
  return recordChange(ctx, {
    operation,
    resource,
    ...(before && { before }),
    after: afterOf(ctx, change, made),
  })
}

/** The thing after the write, as reads return it: with its fleets in order. */
function afterOf({ now }: Context, change: Change, made: Made): Thing {
  const { before, wanted } = change
  const at = now.toISOString()
  const { lastSeenAt = null, createdAt = at } = before ?? {}
  const fleetIds = wanted.fleetIds.toSorted()
  const etag = etagAfter(change, made)
  return { ...wanted, fleetIds, lastSeenAt, createdAt, updatedAt: at, etag }
}
