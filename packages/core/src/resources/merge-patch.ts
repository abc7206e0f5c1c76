/** JSON merge patch (RFC 7396): objects are merged, null removes a member, anything else replaces. */
export function mergePatch(target: unknown, patch: object): Record<string, unknown> {
  // A map, because `__proto__` is a member like any other.
  const merged = new Map<string, unknown>(isObject(target) ? Object.entries(target) : [])
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (value === null) merged.delete(key)
    else merged.set(key, isObject(value) ? mergePatch(merged.get(key), value) : value)
  }
  return Object.fromEntries(merged)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
