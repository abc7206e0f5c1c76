import type { SeenThing } from '@sluice/contract'
import type { Context } from '../../context.ts'
import { presentThing, type ThingRow } from '../present.ts'
import { type ExpectedIntervals, expectedIntervals } from './expected.ts'
import { freshnessOf } from './judge.ts'

/** Presents things with the freshness of their data. */
export async function seenThings(ctx: Context, rows: readonly ThingRow[]): Promise<SeenThing[]> {
  if (rows.length === 0) return []
  const types = rows.map(({ thingTypeId }) => thingTypeId)
  const intervals = await expectedIntervals(ctx, types)
  return rows.map((row) => seen(ctx, row, intervals))
}

export async function seenThing(ctx: Context, row: ThingRow): Promise<SeenThing> {
  return seen(ctx, row, await expectedIntervals(ctx, [row.thingTypeId]))
}

function seen({ now }: Context, row: ThingRow, intervals: ExpectedIntervals): SeenThing {
  const freshness = freshnessOf(row, intervals.get(row.thingTypeId), now)
  return { ...presentThing(row), freshness }
}
