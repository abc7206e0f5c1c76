import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { accept } from './accept.ts'

/** Stores a table that is sent as an Arrow IPC stream: a column of times and a column a metric. */
export function ingestArrow(
  ctx: Context,
  { params, query, body }: Input<'telemetry.ingestArrow'>,
): Promise<Output<'telemetry.ingestArrow'>> {
  return accept(ctx, { thingId: params.thingId, form: 'arrow', onError: query.onError, body })
}
