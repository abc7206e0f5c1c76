import { ClickHouseError } from '@clickhouse/client'

/** Milliseconds without any answer to inserts after which the store is asked whether it is there. */
const SILENCE_MS = 5000

/** Whether a node reaches the store, as its inserts tell. */
export interface StoreReach {
  /** Makes an insert, and notes whether it was answered. */
  noting<Made>(insert: () => Promise<Made>): Promise<Made>
  /** Asked now and then: it pings a store that is silent, and says what came of it the next time. */
  isThere(): boolean
}

/**
 * A store that refuses an insert is there. One that answers none for a while, because they fail on the way or because they
 * wait, is there if it answers a ping.
 *
 * @param ping whether the store answers, within some seconds
 * @param steady milliseconds of a clock that never goes back
 */
export function watchStoreReach(
  ping: () => Promise<boolean>,
  steady: () => number = () => performance.now(),
): StoreReach {
  let underWay = 0
  /** Since when inserts have been made without an answer to any. */
  let silentSince: number | undefined
  let isThere = true
  let pinging = false

  function answered(): void {
    silentSince = underWay > 0 ? steady() : undefined
    isThere = true
  }

  async function look(): Promise<void> {
    pinging = true
    const asked = silentSince
    const isAnswered = await ping().catch(() => false)
    pinging = false
    if (isAnswered) answered()
    // Otherwise an insert was answered meanwhile.
    else if (silentSince === asked) isThere = false
  }

  return {
    async noting(insert) {
      silentSince ??= steady()
      underWay += 1
      let isAnswered = true
      try {
        return await insert()
      } catch (cause) {
        isAnswered = cause instanceof ClickHouseError
        throw cause
      } finally {
        underWay -= 1
        if (isAnswered) answered()
      }
    },
    isThere() {
      const isSilent = silentSince !== undefined && steady() - silentSince > SILENCE_MS
      if (isSilent && !pinging) void look()
      return isThere
    },
  }
}
