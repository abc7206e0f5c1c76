/** A process that is part of the product, as the supervisor sees it. */
export interface Part {
  /** Settles with how it ended, whatever the cause; never rejects. */
  readonly exited: Promise<string>
  /** Asks it to end in order, and resolves when it is gone. */
  stop(): Promise<void>
  /** Ends it at once, where that loses nothing. */
  hurry(): void
  /** Tells it which parts of the product are down and why: all of them, and nothing when all serve. */
  tell?(outages: readonly string[]): void
}
