import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { findKey } from './find.ts'
import { presentKey } from './record.ts'

export async function getKey(
  ctx: Context,
  { params }: Input<'keys.get'>,
): Promise<Output<'keys.get'>> {
  return presentKey(await findKey(ctx, params.keyId), ctx.now)
}
