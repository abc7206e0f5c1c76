/**
 * How many values of a series one call of the console may return: tRPC serializes them in one go, which blocks the
 * server. Queries for charts stay below it.
 */
export const MOST_VALUES = 250_000
