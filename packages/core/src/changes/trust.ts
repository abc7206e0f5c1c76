/**
 * How long a node may trust that it has received every change. A proof is an answer on the listening connection: it
 * shows that every change acknowledged before the question was sent has been received. So a cache is never older than
 * TRUST_MS, even if a connection is half-open, cut, or unread because the event loop is busy. Trust is checked at every
 * use instead of by a timer, which could fire late.
 */
export const TRUST_MS = 800

/** The time of a question, on both clocks. */
export interface Instant {
  /** Monotonic milliseconds. */
  readonly steady: number
  /** Epoch milliseconds, which also advance while the machine is suspended. */
  readonly wall: number
}

export function instant(): Instant {
  return { steady: performance.now(), wall: Date.now() }
}

export interface Trust {
  /** Every change acknowledged before `at` has been received. */
  prove(at: Instant): void
  /** Ends trust until the next proof. */
  lapse(): void
  isCurrent(): boolean
}

/** Starts without a proof. If the wall clock is set forward or back, trust ends until the next proof. */
export function openTrust(now: () => Instant = instant): Trust {
  let steady = Number.NEGATIVE_INFINITY
  let wall = Number.NEGATIVE_INFINITY
  return {
    prove(at) {
      steady = at.steady
      wall = at.wall
    },
    lapse() {
      steady = Number.NEGATIVE_INFINITY
    },
    isCurrent() {
      const present = now()
      const elapsed = present.wall - wall
      return present.steady - steady < TRUST_MS && elapsed >= 0 && elapsed < TRUST_MS
    },
  }
}
