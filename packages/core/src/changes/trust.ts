/**
 * How long a node may rely on having received every change. A proof is an answer of the listening
 * connection: it shows that every change acknowledged before the question was sent has been received. So what
 * a node remembers is never older than TRUST_MS, even when a connection is half-open, cut, or unread
 * because the event loop is busy. Trust is judged at every use, never by a timer, which could come late.
 */
export const TRUST_MS = 800

/** When a question was sent, on both clocks. */
export interface Instant {
  /** Milliseconds that only ever grow. */
  readonly steady: number
  /** Epoch milliseconds: these also pass while the machine is suspended. */
  readonly wall: number
}

export function instant(): Instant {
  return { steady: performance.now(), wall: Date.now() }
}

export interface Trust {
  /** Every change acknowledged before `at` has been received. */
  prove(at: Instant): void
  /** Nothing is certain until the next proof. */
  lapse(): void
  isCurrent(): boolean
}

/** Starts without a proof. A wall clock that was set back or forth ends trust until the next one. */
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
