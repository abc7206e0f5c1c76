/** Characters that take as long to parse as a member of an object. */
const CHARACTERS = 128

/** An estimate of how long a value takes to parse: its members and elements at any depth, and the length of its texts. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 1
  let weight = 1
  for (const inside of Array.isArray(value) ? value : Object.values(value))
    weight += weightOf(inside)
  return weight
}
