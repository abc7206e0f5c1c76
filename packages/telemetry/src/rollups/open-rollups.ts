import { timeOfVersion } from '../write/blocks/write.ts'
import { type RollupRequest, type RollupStore, rollUp } from './roll-up.ts'
import { openRoller, type Roller } from './roller.ts'
import { HOUR, SETTLED_AFTER } from './rules.ts'

/** Access to rollups for queries. */
export interface Rollups extends Roller {
  /**
   * The time before which rollups are worth requesting: a whole hour, in epoch microseconds. Uses this node's clock,
   * since it only affects requests. A {@link Horizon} decides whether an hour is rolled up.
   */
  settledBefore(): number
}

/**
 * A version of an organization's things: everything with a lower version is in the tables, including its marks, and all
 * later writes have higher ones. Undefined if this process cannot know one.
 */
export type Horizon = (
  of: Pick<RollupRequest, 'organization' | 'things'>,
) => Promise<bigint | undefined>

interface Options {
  readonly clock: () => Date
  readonly horizon: Horizon
}

/** Rolls up in the background, over the store's connections. */
export function openRollups(store: RollupStore, { clock, horizon }: Options): Rollups {
  const hourBefore = (micros: number) => Math.floor((micros - SETTLED_AFTER) / HOUR) * HOUR
  const roller = openRoller({
    clock,
    async rollUp(request: RollupRequest) {
      const version = await horizon(request)
      if (version !== undefined) {
        await rollUp(store, request, hourBefore(timeOfVersion(version)))
      }
    },
  })
  return { ...roller, settledBefore: () => hourBefore(clock().getTime() * 1000) }
}
