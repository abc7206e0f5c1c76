import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { accept } from './accept.ts'

/** Stores columns: one array of times and one array a metric. */
export function ingestColumnar(
  ctx: Context,
  { params, query, body }: Input<'telemetry.ingestColumnar'>,
): Promise<Output<'telemetry.ingestColumnar'>> {
  return accept(ctx, { thingId: params.thingId, form: 'columns', onError: query.onError, body })
}
