import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { readThing } from './find.ts'
import { presentThing } from './present.ts'

export async function getThing(
  ctx: Context,
  { params }: Input<'things.get'>,
): Promise<Output<'things.get'>> {
  return presentThing(await readThing(ctx, params.thingId))
}
