import { isDeepStrictEqual } from 'node:util'
import type { Input, Integration, Output } from '@sluice/contract'
import { lockChain, recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import { reachesAll, setBy, wakeDeliveries, withSetter } from '../events/index.ts'
import { requireFewLabels } from '../resources/labels.ts'
import { mergePatch } from '../resources/merge-patch.ts'
import { requireMatch } from '../resources/preconditions.ts'
import { integrationPath } from '../scopes/index.ts'
import { findIntegration } from './get.ts'
import { presentIntegration } from './present.ts'
import { requireDeliverable, requireSound } from './require-deliverable.ts'
import type { SetRow } from './set-row.ts'

/**
 * JSON merge patch. A change of what is delivered, or of where, needs the caller to be allowed to read all that
 * was delivered before and all that will be. Who sets the URL, even to what it was, takes the integration over: from
 * then on it tells what they may read.
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
  const takesOver = body.url !== undefined && isSetByAnother(ctx, row)
  if (isDeepStrictEqual(wanted, before) && !takesOver) return before
  if (takesOver || tellsOtherwise(before, wanted)) {
    // What it delivered so far may still wait, or be sent again: to the new URL, then.
    requireDeliverable(ctx, before)
    requireDeliverable(ctx, wanted)
  }
  const { name, description, labels, url, eventTypes, resourceFilter, thresholds } = wanted
  const { organizationId, id, lane, version } = row
  const enabled = wanted.enabled && !before.enabled
  const moved = url !== before.url
  const goesOn = enabled || takesOver || moved
  const updated = await ctx.db.integration.update({
    where: { organizationId_lane: { organizationId, lane }, version },
    data: {
      ...{ name, description, labels, url, eventTypes, resourceFilter, thresholds },
      enabled: wanted.enabled,
      ...((takesOver || moved) && {
        urlVersion: { increment: 1 },
        ...setBy(ctx.actor),
      }),
      ...(enabled && { disabledReason: null }),
      // Of another receiver it is not known that it fails.
      ...((enabled || moved) && { failingSince: null, failures: 0 }),
      // What waited while nothing could be sent.
      ...(goesOn && { dueAtOnce: true }),
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

/** Does the URL count as another's, or as a person's of whom less is known than that they may read everything? */
function isSetByAnother({ actor }: Context, { urlKeyId, setter }: SetRow): boolean {
  if (actor.type === 'key') return urlKeyId !== actor.id
  return urlKeyId !== null || !reachesAll(setter.reach)
}

function tellsOtherwise(before: Integration, after: Integration): boolean {
  const reported = ({ url, eventTypes, resourceFilter, thresholds }: Integration) =>
    JSON.stringify([url, eventTypes, resourceFilter, thresholds])
  return reported(before) !== reported(after)
}

/** A threshold that was changed or removed forgets its breaches, so the new one is judged afresh. */
async function forgetBreaches(
  ctx: Context,
  { organizationId, lane: integrationId }: SetRow,
  before: Integration['thresholds'],
  after: Integration['thresholds'],
): Promise<void> {
  const kept = new Set(after.map((threshold) => JSON.stringify(threshold)))
  const gone = before.filter((threshold) => !kept.has(JSON.stringify(threshold)))
  if (gone.length === 0) return
  const metric = { in: gone.map((threshold) => threshold.metric) }
  await ctx.db.thresholdBreach.deleteMany({ where: { organizationId, integrationId, metric } })
}
