import { isDeepStrictEqual } from 'node:util'

/** Whether two values are stored alike: JSON has no -0, and no undefined members. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other) || isDeepStrictEqual(stored(one), stored(other))
}

function stored(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
