import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { accept } from './accept.ts'
import { readFrames } from './intake/frames.ts'

/** Stores one frame or a list of frames. */
export function ingest(
  ctx: Context,
  { params, query, body }: Input<'telemetry.ingest'>,
): Promise<Output<'telemetry.ingest'>> {
  return accept(ctx, { thingId: params.thingId, onError: query.onError, body }, readFrames)
}
