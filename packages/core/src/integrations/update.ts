import type { Input, Integration, Output } from '@sluice/contract'
import { lockChain, recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { reachesAll, setBy, wakeDeliveries, withSetter } from '../events/index.ts'
import { isActiveSuccessor } from '../keys/index.ts'
import { requireFewLabels } from '../resources/labels.ts'
import { mergePatch } from '../resources/merge-patch.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { isSame } from '../resources/same.ts'
import { integrationPath } from '../scopes/index.ts'
import { findIntegration } from './get.ts'
import { presentIntegration } from './present.ts'
import { requireDeliverable, requireSound } from './require-deliverable.ts'
import type { SetRow } from './set-row.ts'

/**
 * JSON merge patch. To change what is delivered, or where to, the caller must be allowed to read everything that was
 * delivered before and will be. Setting the URL, even to the same value, takes over the integration: from then on it
 * delivers what the new setter may read. Only a key in the overlap of its rotation leaves it to its successor if the value
 * stays; another value is its own, and told of no longer than the key lives.
 */
export async function updateIntegration(
  ctx: Context,
  { params, body }: Input<'integrations.update'>,
): Promise<Output<'integrations.update'>> {
  const row = await findIntegration(ctx, params.integrationId)
  const before = presentIntegration(row, ctx.now)
  requireMatch(ctx, before.etag)
  const wanted = mergePatch(before, body) as Integration
  requireFewLabels(wanted.labels)
  requireSound(ctx, wanted)
  const moved = wanted.url !== before.url
  const takesOver =
    body.url !== undefined &&
    isSetByAnother(ctx, row) &&
    (moved || !(await isActiveSuccessor(ctx, row.urlKeyId)))
  if (isSame(wanted, before) && !takesOver) return before
  if (takesOver || tellsOtherwise(before, wanted)) {
    // Earlier deliveries may be pending or sent again, and then go to the new URL.
    requireDeliverable(ctx, before)
    requireDeliverable(ctx, wanted)
  }
  const { name, description, labels, url, eventTypes, resourceFilter, thresholds } = wanted
  const { organizationId, id, lane, version } = row
  const enabled = wanted.enabled && !before.enabled
  const goesOn = enabled || takesOver || moved
  const updated = await ctx.db.integration.update({
    where: { organizationId_lane: { organizationId, lane }, version },
    data: {
      ...{ name, description, labels, url, eventTypes, resourceFilter, thresholds },
      enabled: wanted.enabled,
      ...((takesOver || moved) && { urlVersion: { increment: 1 }, ...setBy(ctx.actor) }),
      ...(enabled && { disabledReason: null }),
      // A different receiver is not known to fail, nor one to which nothing was sent. Also makes deliveries due that waited.
      ...(goesOn && { failingSince: null, failures: 0, dueAtOnce: true }),
      version: { increment: 1 },
    },
  })
  if (goesOn) {
    await lockChain(ctx.db, organizationId)
    await wakeDeliveries(ctx.db, organizationId, [lane])
  }
  await forgetBreaches(ctx, row, before.thresholds, thresholds)
  const after = presentIntegration(await withSetter(ctx.db, updated), ctx.now)
  const resource = integrationPath(id)
  await recordChange(ctx, { operation: 'integrations.update', resource, before, after })
  return after
}

/** Whether the URL was set by somebody else, or by nobody known who may not read everything. */
function isSetByAnother({ actor }: Context, { urlKeyId, urlUserId, setter }: SetRow): boolean {
  if (actor.type === 'key') return urlKeyId !== actor.id
  if (urlKeyId !== null) return true
  if (actor.type === 'user') return urlUserId !== actor.id
  return urlUserId !== null || !reachesAll(setter.reach)
}

function tellsOtherwise(before: Integration, after: Integration): boolean {
  const reported = ({ url, eventTypes, resourceFilter, thresholds }: Integration) => {
    return { url, eventTypes, resourceFilter, thresholds }
  }
  return !isSame(reported(before), reported(after))
}

/** A changed or removed threshold forgets its breaches, so the new one is evaluated from scratch. */
async function forgetBreaches(
  ctx: Context,
  { organizationId, lane: integrationId }: SetRow,
  before: Integration['thresholds'],
  after: Integration['thresholds'],
): Promise<void> {
  const gone = before.filter((threshold) => !after.some((kept) => isSame(threshold, kept)))
  if (gone.length === 0) return
  const metric = { in: gone.map((threshold) => threshold.metric) }
  await ctx.db.thresholdBreach.deleteMany({ where: { organizationId, integrationId, metric } })
}
