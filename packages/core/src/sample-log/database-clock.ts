/** Milliseconds after which the clock is read again, in case it was set. */
const FRESH_MS = 10_000

/** The database's clock, as far as a node knows it without asking. */
export interface DatabaseClock {
  /** Epoch milliseconds: the clock's current time, or less. Rejects as `ask` does. */
  now(): Promise<number>
  /** Makes the next call read the clock again. */
  forget(): void
}

/**
 * Follows the database's clock with a monotonic one, and is never ahead of it: an answer may have been in transit for a
 * while, so the clock shows at least what it said.
 *
 * @param ask reads the database's clock, in epoch milliseconds
 * @param steady a monotonic clock in milliseconds
 */
export function followDatabaseClock(
  ask: () => Promise<number>,
  steady: () => number = () => performance.now(),
): DatabaseClock {
  let known: { readonly ahead: number; readonly at: number } | undefined
  let looking: Promise<typeof known> | undefined

  async function look() {
    try {
      const there = await ask()
      const at = steady()
      known = { ahead: there - at, at }
      return known
    } finally {
      looking = undefined
    }
  }

  return {
    async now() {
      if (!known || steady() - known.at > FRESH_MS) {
        looking ??= look()
        await looking
      }
      return steady() + (known?.ahead ?? Number.NEGATIVE_INFINITY)
    },
    forget() {
      known = undefined
    },
  }
}
