/** UTF-16 units from which on V8 keeps a part of a text as a reference to the whole of it. */
const SHARED = 13

/**
 * The same text, without the longer one that it may be a part of. Of a body of 16 MiB one string that is remembered would
 * keep all of it in memory, and no cache that counts its strings would know.
 */
export function ownText(part: string): string {
  // Joined with a character it is copied, and a part of that.
  return part.length < SHARED ? part : `x${part}`.slice(1)
}
