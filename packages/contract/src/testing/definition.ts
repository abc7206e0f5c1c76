import type { z } from 'zod'

/** What is used of a schema's definition here. */
export interface Definition {
  readonly type: string
  readonly coerce?: boolean
  readonly checks?: readonly { readonly _zod: { readonly def: CheckDefinition } }[]
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly valueType?: z.ZodType
  readonly keyType?: z.ZodType
  readonly items?: readonly z.ZodType[]
  readonly options?: readonly z.ZodType[]
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
}

interface CheckDefinition {
  readonly check: string
  readonly minimum?: number
  readonly maximum?: number
  readonly value?: number
}

/** The definition of a schema, which zod's types keep to themselves. */
export function definitionOf(schema: z.ZodType): Definition {
  return (schema as unknown as { def: Definition }).def
}

/** The schema within what only says that a value may be absent, null or written otherwise. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  const { innerType, in: before } = definitionOf(schema)
  const inner = innerType ?? before
  return inner ? unwrapped(inner) : schema
}

/** Whether a member of an object may be left out. */
export function isOptional(schema: z.ZodType): boolean {
  return ['optional', 'default', 'prefault'].includes(definitionOf(schema).type)
}

/** The greatest length that a schema states, of texts and lists. */
export function longestOf(schema: z.ZodType): number | undefined {
  const checks = definitionOf(schema).checks ?? []
  return checks.map(({ _zod }) => _zod.def).find(({ check }) => check === 'max_length')?.maximum
}

/** The least and the greatest number that a schema takes, as far as it states them. */
export function boundsOfNumber(schema: z.ZodType): { least: number; most: number } {
  const checks = (definitionOf(schema).checks ?? []).map(({ _zod }) => _zod.def)
  const stated = (name: string) =>
    checks.flatMap(({ check, value }) => (check === name ? (value ?? []) : []))
  return {
    least: Math.max(Number.NEGATIVE_INFINITY, ...stated('greater_than')),
    most: Math.min(Number.POSITIVE_INFINITY, ...stated('less_than')),
  }
}
