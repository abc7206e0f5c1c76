/** The base path of an organization's pages. The id makes every URL unique across organizations. */
export function organizationPath(organizationId: string): string {
  return `/o/${encodeURIComponent(organizationId)}`
}

/** The id of the organization that a path belongs to, if any. */
export function organizationIn(path: string): string | undefined {
  const [, written] = /^\/o\/([^/?#]+)/.exec(path) ?? []
  if (written === undefined) return undefined
  try {
    return decodeURIComponent(written)
  } catch {
    // Not valid percent-encoding, so it names no organization.
    return undefined
  }
}
