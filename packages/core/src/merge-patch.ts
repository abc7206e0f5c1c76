/** JSON merge patch (RFC 7396): objects merge, null removes a member, all else replaces. */
export function mergePatch(target: unknown, patch: object): Record<string, unknown> {
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (value === null) delete merged[key]
    else merged[key] = isObject(value) ? mergePatch(merged[key], value) : value
  }
  return merged
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
