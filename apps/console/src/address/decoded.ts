/** A part of a path as it was before it was encoded. What no browser encodes so stays as it is, and names nothing. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
