/**
 * Values of a series that one call of the console may answer: tRPC writes them at once, and everybody else waits meanwhile. What
 * charts ask for stays within it.
 */
export const MOST_VALUES = 250_000
