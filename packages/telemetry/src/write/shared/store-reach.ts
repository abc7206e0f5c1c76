import { ClickHouseError } from '@clickhouse/client'

/** Milliseconds without an answer to any insert after which the store is pinged. */
const SILENCE_MS = 5000

/**
 * Whether a node can reach the store, judging by its inserts.
 *
 * A store that refuses an insert is reachable. If no insert was answered for a while, because they fail on the way or
 * wait, a ping decides.
 *
 * @param ping whether the store answers within some seconds
 * @param steady a monotonic clock in milliseconds
 */
export function watchStoreReach(
  ping: () => Promise<boolean>,
  steady: () => number = () => performance.now(),
) {
  let inFlight = 0
  /** Since when no insert has been answered. */
  let silentSince: number | undefined
  let isThere = true
  let pinging = false

  function answered(): void {
    silentSince = inFlight > 0 ? steady() : undefined
    isThere = true
  }

  async function look(): Promise<void> {
    pinging = true
    const asked = silentSince
    const isAnswered = await ping().catch(() => false)
    pinging = false
    if (isAnswered) answered()
    // If not, an insert was answered meanwhile.
    else if (silentSince === asked) isThere = false
  }

  return {
    /** Makes an insert, and notes whether it was answered. */
    async noting<Made>(insert: () => Promise<Made>): Promise<Made> {
      silentSince ??= steady()
      inFlight += 1
      let isAnswered = true
      try {
        return await insert()
      } catch (cause) {
        isAnswered = cause instanceof ClickHouseError
        throw cause
      } finally {
        inFlight -= 1
        if (isAnswered) answered()
      }
    },
    /** To be polled: pings a silent store, and returns the result at the next call. */
    isThere(): boolean {
      const isSilent = silentSince !== undefined && steady() - silentSince > SILENCE_MS
      if (isSilent && !pinging) void look()
      return isThere
    },
  }
}
