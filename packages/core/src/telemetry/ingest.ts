import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { accept } from './accept.ts'

/** Stores one frame or a list of frames. */
export function ingest(
  ctx: Context,
  { params, query, body }: Input<'telemetry.ingest'>,
): Promise<Output<'telemetry.ingest'>> {
  return accept(ctx, { thingId: params.thingId, form: 'frames', onError: query.onError, body })
}
