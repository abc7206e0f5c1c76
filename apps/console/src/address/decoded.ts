/** Decodes a path segment. A segment that is not valid percent-encoding is returned unchanged; it matches no id. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
