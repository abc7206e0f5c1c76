export const ASK_MEMORY = 'memory'

/** What the API's process tells of itself. */
export interface Told extends NodeJS.MemoryUsage {
  /** CPU of its main thread between ticks of 5 ms since it was last asked, in milliseconds. */
  readonly turns: readonly number[]
  /** Those of 5 ms and more, with when they ended: milliseconds of the epoch. */
  readonly longTurns: readonly { readonly at: number; readonly ms: number }[]
}
