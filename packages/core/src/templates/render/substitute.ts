import { type Parts, partsOf, type Reference, written } from './reference.ts'

/** The value of a reference; undefined if there is none. */
export type Lookup = (reference: Reference) => unknown

/** A JSON value with references, parsed once and filled in many times. */
export type Filling = (lookup: Lookup) => unknown

/** A reference whose value does not fit its place. */
export class Unfit extends Error {}

/** Parses the references of a JSON value. Names of members are literal. */
export function fillingOf(value: unknown): Filling {
  if (typeof value === 'string') return textFilling(partsOf(value))
  if (typeof value !== 'object' || value === null) return () => value
  if (Array.isArray(value)) return listFilling(value.map(fillingOf))
  const members = Object.entries(value).map(([name, inside]) => [name, fillingOf(inside)] as const)
  // A member without a value is left out, so that optional fields of list elements stay optional.
  return (lookup) =>
    Object.fromEntries(
      members.flatMap(([name, fill]) => {
        const filled = fill(lookup)
        return filled === undefined ? [] : [[name, filled]]
      }),
    )
}

function listFilling(fillings: readonly Filling[]): Filling {
  return (lookup) => fillings.map((fill) => fill(lookup)).filter((filled) => filled !== undefined)
}

/** A text that is a single reference becomes its value, of any type. Inside of a longer text, values become text. */
function textFilling(parts: Parts): Filling {
  const [only] = parts
  if (parts.length === 0) return () => ''
  if (parts.length === 1 && typeof only === 'string') return () => only
  if (parts.length === 1 && typeof only === 'object' && only.digits === 0) {
    return (lookup) => lookup(only)
  }
  return (lookup) =>
    parts.map((part) => (typeof part === 'string' ? part : textOf(part, lookup(part)))).join('')
}

function textOf(reference: Reference, value: unknown): string {
  if (value === undefined) throw new Unfit(`${written(reference)} has no value here`)
  if (value === null || typeof value === 'object') {
    throw new Unfit(`${written(reference)} is no text that could stand within another`)
  }
  const text = String(value)
  return typeof value === 'number' ? text.padStart(reference.digits, '0') : text
}
