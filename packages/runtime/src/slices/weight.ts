import { IsoTimes } from '../iso-times.ts'

/** Characters of a text that take as long as another value: to write, to quote or to decode. */
const CHARACTERS = 32

/** The work of a value, as a number of values. Loops that yield after so many values count long texts by it. */
export function weightOf(value: unknown): number {
  return typeof value === 'string' ? 1 + value.length / CHARACTERS : 1
}

/** Whether all that a value holds weighs less than `most`. Looks no further than that. */
export function isLight(value: unknown, most: number): boolean {
  return roomAfter(value, most) > 0
}

/** The rest of a budget after a value; not positive if exceeded. */
function roomAfter(value: unknown, room: number): number {
  return typeof value === 'object' && value !== null
    ? roomAfterMembers(value, room)
    : room - weightOf(value)
}

/** Lists no members, and calls itself only for objects: it looks at every short answer. */
function roomAfterMembers(value: object, room: number): number {
  if (value instanceof IsoTimes) return room - value.length
  let left = room - 1
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left > 0; i += 1) {
      left = typeof value[i] === 'number' ? left - 1 : roomAfter(value[i], left)
    }
    return left
  }
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name]
    left = typeof member === 'number' ? left - 1 : roomAfter(member, left)
    if (left <= 0) break
  }
  return left
}
