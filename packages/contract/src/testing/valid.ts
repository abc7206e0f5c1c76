import type { z } from 'zod'
import { callLimits } from '../call-limits.ts'
import { definitionOf, isOptional, longestOf, unwrapped } from './definition.ts'

/** Which of a schema's many values is made. */
export interface Taste {
  /** Tells one value of a list from the next. */
  readonly index: number
  /** How many members a list or map gets that may have so many. */
  readonly members: (most: number) => number
  /** Characters of a text that may have so many. */
  readonly letters: (most: number) => number
  /** Whether a member that may be left out is there. */
  readonly optional: (name: string) => boolean
  /** Which of so many forms or choices. */
  readonly choice: (count: number) => number
  /** A JSON value of any form. */
  readonly free: () => unknown
}

/** The smallest that a schema takes. */
export const smallest: Taste = {
  index: 0,
  members: () => 1,
  letters: () => 1,
  optional: () => false,
  choice: () => 0,
  free: () => ({}),
}

/** A value that a schema takes, as far as it says so itself. `known` is one that it is known to take. */
export function validValue(schema: z.ZodType, taste: Taste, known?: unknown): unknown {
  const inner = unwrapped(schema)
  const definition = definitionOf(inner)
  switch (definition.type) {
    case 'string':
      return textOf(inner, taste, known)
    case 'number':
      return known ?? numberOf(inner, taste)
    case 'boolean':
      return known ?? taste.choice(2) === 1
    case 'enum':
      return known ?? pick(Object.values(definition.entries ?? {}), taste)
    case 'literal':
      return pick(definition.values ?? [null], taste)
    case 'array':
      return listOf(inner, taste, known)
    case 'tuple':
      return (definition.items ?? []).map((item) => validValue(item, taste))
    case 'object':
      return objectOf(inner, taste, known)
    case 'record':
      return mapOf(inner, taste, known)
    case 'union':
      return validValue(pick(definition.options ?? [], taste), taste, known)
    case 'custom':
      return known ?? new Uint8Array(8)
    default:
      return known ?? taste.free()
  }
}

function pick<Choice>(choices: readonly Choice[], { choice }: Taste): Choice {
  const chosen = choices[choice(choices.length)] ?? choices[0]
  if (chosen === undefined) throw new Error('A schema without a choice.')
  return chosen
}

/** Texts of which each schema of the contract takes one. */
function candidates(index: number): string[] {
  return [
    `x${index}`,
    ...[`10.${(index >> 8) & 255}.${index & 255}.0/24`, `https://hooks.example/${index}`],
    ...['2026-06-01T00:00:00Z', `THING/x${index}/#`, '#', 'Cel', 'Europe/Oslo', '1', '-24h'],
    ...['a@b.example', 'x=y', '1h', '{{a}}', ''],
  ]
}

function textOf(schema: z.ZodType, taste: Taste, known: unknown): string {
  const most = taste.letters(longestOf(schema) ?? callLimits.text)
  const texts =
    typeof known === 'string' ? [known, ...candidates(taste.index)] : candidates(taste.index)
  const fit = texts.find((text) => schema.safeParse(text).success)
  if (fit === undefined) return 'x'
  // A text that is known to lead somewhere leads nowhere when it is longer.
  if (fit === known || most <= fit.length) return fit
  for (const longer of [fit.padEnd(most, 'x'), fit.padEnd(64, 'x')]) {
    if (schema.safeParse(longer).success) return longer
  }
  return fit
}

function numberOf(schema: z.ZodType, taste: Taste): number {
  const tried = [taste.index, 1, 0, 60, 1000].find((one) => schema.safeParse(one).success)
  return tried ?? 1
}

function listOf(schema: z.ZodType, taste: Taste, known: unknown): unknown[] {
  const { element } = definitionOf(schema)
  if (!element) return []
  const count = taste.members(longestOf(schema) ?? callLimits.members)
  const [first] = Array.isArray(known) ? known : []
  return Array.from({ length: count }, (_, index) =>
    validValue(element, { ...taste, index }, index === 0 ? first : withoutNames(first)),
  )
}

/** What may stand once in a list does not stand in every element. */
function withoutNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { id, key, name, ...rest } = value as Record<string, unknown>
  return rest
}

function objectOf(schema: z.ZodType, taste: Taste, known: unknown): object {
  const { shape = {} } = definitionOf(schema)
  const given = (typeof known === 'object' && known !== null ? known : {}) as Record<
    string,
    unknown
  >
  const members = Object.entries(shape).flatMap(([name, member]) => {
    const isThere = name in given || !isOptional(member) || taste.optional(name)
    return isThere ? [[name, validValue(member, taste, given[name])] as const] : []
  })
  return Object.fromEntries(members)
}

function mapOf(schema: z.ZodType, taste: Taste, known: unknown): unknown {
  const { valueType, keyType } = definitionOf(schema)
  if (known !== undefined) return known
  if (valueType && definitionOf(valueType).type === 'unknown') return taste.free()
  const count = taste.members(64)
  const entries = Array.from({ length: count }, (_, index) => {
    const inside = { ...taste, index }
    const name = keyType ? String(validValue(keyType, inside)) : `x${index}`
    return [name, valueType ? validValue(valueType, inside) : null] as const
  })
  return Object.fromEntries(entries)
}
