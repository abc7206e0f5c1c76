import type { z } from 'zod'
import { callLimits } from '../call-limits.ts'
import { definitionOf, longestOf, unwrapped } from './definition.ts'

/** The steps from a whole input to one of its parts. */
export type Path = readonly (string | number)[]

/** A part of an input that a caller chooses. */
export interface Leaf {
  readonly path: Path
  readonly kind: 'text' | 'number' | 'choice' | 'list' | 'map' | 'free' | 'bytes'
  /** The greatest length that is taken, of texts and lists. */
  readonly most: number
  readonly schema: z.ZodType
}

/** The parts of an input, of lists the first element. */
export function leavesOf(schema: z.ZodType, path: Path = []): Leaf[] {
  const inner = unwrapped(schema)
  const { type, coerce, shape, element, valueType, items, options } = definitionOf(inner)
  const leaf = (kind: Leaf['kind'], most = 0): Leaf => ({
    ...{ path, kind, most, schema: inner },
  })
  switch (type) {
    case 'string':
      return [leaf('text', longestOf(inner) ?? callLimits.text)]
    case 'number':
      return [leaf('number'), ...(coerce ? [leaf('text', callLimits.text)] : [])]
    case 'array':
      return [
        leaf('list', longestOf(inner) ?? callLimits.members),
        ...(element ? leavesOf(element, [...path, 0]) : []),
      ]
    case 'tuple':
      return (items ?? []).flatMap((item, i) => leavesOf(item, [...path, i]))
    case 'object':
      return Object.entries(shape ?? {}).flatMap(([name, member]) =>
        leavesOf(member, [...path, name]),
      )
    case 'record':
      return [leaf('map'), ...(valueType ? leavesOf(valueType, [...path, 'a']) : [])]
    case 'union':
      return (options ?? []).flatMap((option) => leavesOf(option, path))
    case 'unknown':
    case 'any':
      return [leaf('free')]
    case 'custom':
      return [leaf('bytes')]
    default:
      return [leaf('choice')]
  }
}

/** A copy of a value with another one at a path; what is missing on the way is made. */
export function withValueAt(whole: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (typeof step === 'number') {
    const list = Array.isArray(whole) ? [...whole] : []
    list[step] = withValueAt(list[step], rest, value)
    return list
  }
  const isMap = typeof whole === 'object' && whole !== null && !Array.isArray(whole)
  const map: Record<string, unknown> = isMap ? { ...whole } : {}
  map[step] = withValueAt(map[step], rest, value)
  return map
}

/** What is at a path; undefined where it leads nowhere. */
export function valueAt(whole: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null
        ? (value as Record<PropertyKey, unknown>)[step]
        : undefined,
    whole,
  )
}
