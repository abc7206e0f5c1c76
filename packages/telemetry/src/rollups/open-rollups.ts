import { type RollupRequest, type RollupStore, rollUp } from './roll-up.ts'
import { openRoller, type Roller } from './roller.ts'
import { DAY, HOUR, type RollupRules } from './rules.ts'

/** What queries know of rollups. */
export interface Rollups extends Roller {
  /** The time before which hours may have been rolled up: a whole hour, in epoch microseconds. */
  settledBefore(): number
  /**
   * The time before which hours have been rolled up by any process so far, or are about to be; epoch microseconds. Unlike
   * {@link settledBefore} it never goes back with the clock. Rejects as the store does.
   */
  rolledUpBefore(): Promise<number>
}

/**
 * Nodes of the previous version mark late samples before they store them, and may still serve during an update. So
 * nothing is rolled up for a day after the update, unless the store was new then.
 */
const MAY_BEGIN = `
  SELECT minIf(appliedAt, version = 10) < now() - INTERVAL 1 DAY
    OR minIf(appliedAt, version = 10) < minIf(appliedAt, version = 1) + INTERVAL 10 MINUTE
  FROM schema_steps`

const ROLLED_UP = `
  SELECT max(toInt64(day) * toInt64(${DAY}) + until * toInt64(${HOUR})) FROM rollups`

interface Store extends RollupStore {
  /** A query of a whole table, however many rows it has. */
  queryWhole(sql: string): Promise<unknown[][]>
}

/** Rolls up in the background, over the store's own connections. */
export function openRollups(
  store: Store,
  { clock, settledAfter }: Pick<RollupRules, 'settledAfter'> & { clock: () => Date },
): Rollups {
  let mayBegin = false
  let found: Promise<number> | undefined
  let begun = Number.NEGATIVE_INFINITY
  const settledBefore = () => Math.floor(((clock().getTime() - settledAfter) * 1000) / HOUR) * HOUR
  const roller = openRoller({
    clock,
    async rollUp(request: RollupRequest) {
      mayBegin ||= (await store.query(MAY_BEGIN, {}))[0]?.[0] === 1
      if (!mayBegin) return
      const settled = settledBefore()
      begun = Math.max(begun, settled)
      await rollUp(store, request, settled)
    },
  })

  async function find(): Promise<number> {
    try {
      return Number((await store.queryWhole(ROLLED_UP))[0]?.[0])
    } catch (cause) {
      found = undefined
      throw cause
    }
  }

  async function rolledUpBefore(): Promise<number> {
    found ??= find()
    return Math.max(await found, begun)
  }
  return { ...roller, settledBefore, rolledUpBefore }
}
