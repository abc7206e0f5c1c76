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

/** An estimate of the bytes that a value takes in V8's heap. */
export function heapBytes(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length
  if (typeof value !== 'object' || value === null) return 8
  if (ArrayBuffer.isView(value)) return 100 + value.byteLength
  let bytes = 56
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) bytes += 8 + heapBytes(value[i])
    return bytes
  }
  for (const name in value) bytes += 16 + heapBytes((value as Record<string, unknown>)[name])
  return bytes
}
