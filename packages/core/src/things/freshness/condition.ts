import type { ThingFreshness } from '@sluice/contract'
import type { Prisma } from '../../database/generated/client.ts'
import type { ExpectedIntervals } from './expected.ts'
import { freshnessBounds } from './judge.ts'

type Window = (bounds: ReturnType<typeof freshnessBounds>) => Prisma.DateTimeNullableFilter

const windows = {
  fresh: ({ late }) => ({ gte: late }),
  late: ({ late, silent }) => ({ gte: silent, lt: late }),
  silent: ({ silent }) => ({ lt: silent }),
} satisfies Record<Exclude<ThingFreshness, 'never'>, Window>

/** Things with this freshness, as `freshnessOf` judges each: an alternative for each interval. */
export function freshnessCondition(
  freshness: ThingFreshness,
  intervals: ExpectedIntervals,
  now: Date,
): Prisma.ThingWhereInput {
  if (freshness === 'never') return { status: 'Active', lastSeenAt: null }
  const typesOf = Map.groupBy(intervals, ([, seconds]) => seconds)
  const OR = [...typesOf].map(([seconds, types]) => ({
    thingTypeId: { in: types.map(([type]) => type) },
    lastSeenAt: windows[freshness](freshnessBounds(seconds, now)),
  }))
  // Prisma 7 treats an empty OR as no condition.
  return OR.length === 0 ? { id: { in: [] } } : { status: 'Active', OR }
}
