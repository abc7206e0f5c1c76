import { timeOfVersion } from '../write/blocks/write.ts'
import { type RollupRequest, type RollupStore, rollUp } from './roll-up.ts'
import { openRoller, type Roller } from './roller.ts'
import { HOUR, SETTLED_AFTER } from './rules.ts'

/** What queries know of rollups. */
export interface Rollups extends Roller {
  /**
   * The time before which it is worth asking for rollups: a whole hour, in epoch microseconds. By this node's clock, since
   * it decides only what is asked for. Whether an hour is rolled up is decided by a {@link Horizon}.
   */
  settledBefore(): number
}

/**
 * A version of an organization's things: all of lower versions is in the tables, with its marks, and all later writes have higher
 * ones. Undefined where this process cannot know one.
 */
export type Horizon = (
  of: Pick<RollupRequest, 'organization' | 'things'>,
) => Promise<bigint | undefined>

interface Options {
  readonly clock: () => Date
  readonly horizon: Horizon
}

/** Rolls up in the background, over the store's own connections. */
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
