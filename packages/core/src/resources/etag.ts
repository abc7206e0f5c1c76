/**
 * A resource's etag is its version. A resource created again under an earlier id starts at another version, drawn by
 * the database (`first_version`): so an etag identifies one resource, and one write of it.
 */
export function etagOf({ version }: { readonly version: number }): string {
  return String(version)
}

/** A resource's version when it was read. */
export function versionOf({ etag }: { readonly etag: string }): number {
  return Number(etag)
}

/** A resource's etag after its next change. */
export function nextEtag(before: { readonly etag: string }): string {
  return etagOf({ version: versionOf(before) + 1 })
}
