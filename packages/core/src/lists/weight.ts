/** Characters that take as long to parse as a member of an object. */
const CHARACTERS = 128

/**
 * An estimate of how long a value takes to parse: its objects and lists, their members and elements at any depth, and
 * the length of its texts. Lists no members of objects: that would take longer than parsing them.
 */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 1
  let weight = 1
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) weight += weightOf(value[i])
    return weight
  }
  for (const name in value) weight += weightOf((value as Record<string, unknown>)[name])
  return weight
}
