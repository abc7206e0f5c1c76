import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { readThing } from './find.ts'
import { freshnessOf } from './freshness/judge.ts'
import { presentThing } from './present.ts'

export async function getThing(
  ctx: Context,
  { params }: Input<'things.get'>,
): Promise<Output<'things.get'>> {
  const row = await readThing(ctx, params.thingId)
  return { ...presentThing(row), freshness: freshnessOf(row, row.expectedSeconds, ctx.now) }
}
