import { lengthOf, type Meter } from './meter.ts'
import type { Reference } from './reference.ts'
import type { Filling, Lookup } from './substitute.ts'
import type { Values } from './values.ts'

/** Characters that each reference counts as at least, since it takes time even if its value is an empty text. */
const LEAST = 8

/** What the references of one repetition of a resource can stand for. */
interface Surroundings {
  readonly values: Values
  /** Its number, from 1. */
  readonly index: number
  /** Its element of the list, if it has `each`. */
  readonly item: unknown
  /** The ids of resources, by key. They refer to no resources, so there is no cycle. */
  readonly ids: ReadonlyMap<string, Filling>
  readonly meter: Meter
}

/** Finds the values of one repetition, and counts their characters. */
export function lookupIn({ values, index, item, ids, meter }: Surroundings): Lookup {
  const known = new Map<string, unknown>()
  const idOf = (key = '') => {
    if (!known.has(key)) known.set(key, ids.get(key)?.(lookup))
    return known.get(key)
  }
  const find = ({ root, path }: Reference) => {
    if (root === 'index') return index
    if (root === 'resources') return idOf(path[0])
    return path.reduce(memberOf, root === 'item' ? item : values[root])
  }
  const lookup: Lookup = (reference) => {
    const value = find(reference)
    meter.spend(Math.max(LEAST, reference.digits, lengthOf(value)))
    return value
  }
  return lookup
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
