/**
 * A resource's etag is its version. One that is made anew under an id that was used before begins at another, which the
 * database draws (`first_version`): so an etag names one resource, and one write of it.
 */
export function etagOf({ version }: { readonly version: number }): string {
  return String(version)
}

/** The version that a resource had when it was read. */
export function versionOf({ etag }: { readonly etag: string }): number {
  return Number(etag)
}

/** The etag of a resource once it has been changed. */
export function nextEtag(before: { readonly etag: string }): string {
  return etagOf({ version: versionOf(before) + 1 })
}
