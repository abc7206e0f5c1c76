/** After this many milliseconds the clock is read again: somebody may have set it. */
const FRESH_MS = 10_000

/** The database's clock, as far as a node knows it without asking. */
export interface DatabaseClock {
  /** Epoch milliseconds: what its clock says now, or less. Rejects as `ask` does. */
  now(): Promise<number>
  /** Looks at it again before the next answer. */
  forget(): void
}

/**
 * Follows that clock by a steady one, and is never ahead of it: an answer may have been long on its way, so the clock says what
 * it said, or more.
 *
 * @param ask reads the database's clock, in epoch milliseconds
 * @param steady milliseconds of a clock that never goes back
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
