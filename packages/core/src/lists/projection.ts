import type { Fault } from '@sluice/contract'
import type { z } from 'zod'
import { invalidRequest } from '../problem.ts'

/** The `fields` a caller asked for, as a tree: `a,b.c` is {a: {}, b: {c: {}}}; an empty node means all of it. */
interface Tree {
  [field: string]: Tree
}

/**
 * Cuts an answer down to the fields asked for. In a page the fields are those of its items.
 * Throws `invalid-request` naming every unknown field.
 */
export function project(answer: unknown, schema: z.ZodType, fields: string): unknown {
  const item = itemOf(schema)
  const tree = parse(fields, item ?? schema)
  if (!item) return pick(answer, tree)
  return { ...(answer as object), items: pick((answer as { items: unknown }).items, tree) }
}

/** Throws like {@link project}, before any work is done. */
export function checkFields(schema: z.ZodType, fields: string): void {
  parse(fields, itemOf(schema) ?? schema)
}

function parse(fields: string, schema: z.ZodType): Tree {
  const tree: Tree = Object.create(null)
  const faults: Fault[] = []
  for (const path of fields.split(',').map((field) => field.trim())) {
    const steps = path.split('.')
    if (!exists(schema, steps)) {
      faults.push({ pointer: '/query/fields', detail: `${JSON.stringify(path)} is not a field` })
    }
    let node = tree
    for (const step of steps) {
      node[step] ??= Object.create(null) as Tree
      node = node[step]
    }
  }
  if (faults.length > 0) throw invalidRequest(faults)
  return tree
}

function pick(value: unknown, tree: Tree): unknown {
  const wanted = Object.keys(tree)
  if (wanted.length === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => pick(element, tree))
  const source = value as Record<string, unknown>
  const present = wanted.filter((field) => Object.hasOwn(source, field))
  return Object.fromEntries(present.map((field) => [field, pick(source[field], tree[field] ?? {})]))
}

/** A page's item schema, or undefined when the schema is no page. */
function itemOf(schema: z.ZodType): z.ZodType | undefined {
  const items = shapeOf(schema)?.items
  return items && shapeOf(schema)?.nextCursor ? inner(items) : undefined
}

function exists(schema: z.ZodType, [step, ...rest]: string[]): boolean {
  if (step === undefined) return true
  const { def } = inner(schema) as unknown as { def: { type: string; valueType?: z.ZodType } }
  if (def.type === 'record') return def.valueType ? exists(def.valueType, rest) : false
  const next = shapeOf(inner(schema))?.[step]
  return next ? exists(next, rest) : false
}

/** What is inside of arrays and of wrappers such as nullable. */
function inner(schema: z.ZodType): z.ZodType {
  const { def } = schema as unknown as { def: { innerType?: z.ZodType; element?: z.ZodType } }
  const next = def.innerType ?? def.element
  return next ? inner(next) : schema
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  return (schema as unknown as { shape?: Record<string, z.ZodType> }).shape
}
