/** Every page of an organization lies below this. An id is the organization's, so no address means two of them. */
export function organizationPath(organizationId: string): string {
  return `/o/${encodeURIComponent(organizationId)}`
}

/** The organization that a path lies in; undefined where it is in none. */
export function organizationIn(path: string): string | undefined {
  const [, written] = /^\/o\/([^/?#]+)/.exec(path) ?? []
  if (written === undefined) return undefined
  try {
    return decodeURIComponent(written)
  } catch {
    // No percent-encoding: it is nobody's.
    return undefined
  }
}
