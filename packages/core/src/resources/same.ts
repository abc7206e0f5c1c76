import { isDeepStrictEqual } from 'node:util'

/** Whether two values are the same once they are stored: JSON has no -0, and no members that are undefined. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other) || isDeepStrictEqual(stored(one), stored(other))
}

function stored(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
