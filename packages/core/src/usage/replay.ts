import type { Input, Output } from '@sluice/contract'
import { inSlices } from '@sluice/runtime'
import type { Context } from '../context.ts'
import { canonicalEntries } from '../keys/index.ts'
import { crossedKinds, numberedKinds } from './kinds.ts'
import { lastDaysWhole, settingsOf } from './log-query.ts'
import { classesUnder, replayCalls } from './replay-calls.ts'

/** What would have become of a key's successful calls with other scopes or another allow-list. Changes nothing. */
export async function replayKey(
  ctx: Context,
  { params, body }: Input<'keys.replay'>,
): Promise<Output<'keys.replay'>> {
  const now = await settingsOf(ctx, params.keyId)
  const then = {
    scopes: body.scopes ?? now.scopes,
    allowedIpCidrs: body.allowedIpCidrs
      ? canonicalEntries(body.allowedIpCidrs)
      : now.allowedIpCidrs,
  }
  const { from, answer } = lastDaysWhole(ctx.now, body.days)
  const { kinds: needed, calls } = await numberedKinds(ctx, params.keyId, from)
  const classes = await classesUnder(now, then, needed)
  const kinds = await crossedKinds(ctx, params.keyId, from, classes)
  const replayed = await inSlices(replayCalls(now, then, kinds))
  return {
    keyId: params.keyId,
    ...answer,
    calls,
    ...replayed,
  }
}
