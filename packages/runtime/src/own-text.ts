/** From this many UTF-16 units on, V8 keeps a substring as a reference to the whole text. */
const SHARED = 13

/**
 * A copy of a text that may be a substring of a longer one. Otherwise a single cached string would keep a whole 16 MiB
 * body in memory, without any cache knowing.
 */
export function ownText(part: string): string {
  // Concatenation forces a copy, of which this is a part.
  return part.length < SHARED ? part : `x${part}`.slice(1)
}
