import type { z } from 'zod'
import { invalidRequest } from '../problem.ts'
import { innermost, shapeOf } from '../schema-shape.ts'

/** The `fields` that a caller asked for, each cut at its dots: `a,b.c` is [[a], [b, c]]. */
type Paths = readonly (readonly string[])[]

/**
 * Cuts an answer down to the fields asked for. In a page the fields are those of its items.
 * Throws `invalid-request` naming every unknown field.
 */
export function project(answer: unknown, schema: z.ZodType, fields: string): unknown {
  const item = itemOf(schema)
  const paths = parse(fields, item ?? schema)
  if (!item) return pick(answer, paths)
  return { ...(answer as object), items: pick((answer as { items: unknown }).items, paths) }
}

/** Throws like {@link project}, before any work is done. */
export function checkFields(schema: z.ZodType, fields: string): void {
  parse(fields, itemOf(schema) ?? schema)
}

function parse(fields: string, schema: z.ZodType): Paths {
  const names = [...new Set(fields.split(',').map((field) => field.trim()))]
  const unknown = names.filter((name) => !exists(schema, name.split('.')))
  if (unknown.length > 0) {
    throw invalidRequest(
      unknown.map((name) => ({
        pointer: '/query/fields',
        detail: `${JSON.stringify(name)} is not a field`,
      })),
    )
  }
  return names.map((name) => name.split('.'))
}

/** The parts of a value that some path leads to. A path takes everything below its end. */
function pick(value: unknown, paths: Paths): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => pick(element, paths))
  const picked = Object.entries(value).flatMap(([field, inside]) => {
    const further = restsBelow(field, paths)
    if (further.length === 0) return []
    const whole = further.some((rest) => rest.length === 0)
    return [[field, whole ? inside : pick(inside, further)] as const]
  })
  return Object.fromEntries(picked)
}

/**
 * The rests of the paths that lead through a field. A field's own name may have dots
 * (`labels.example.com`).
 */
function restsBelow(field: string, paths: Paths): Paths {
  const steps = field.split('.')
  return paths
    .filter((path) => steps.every((step, i) => path[i] === step))
    .map((path) => path.slice(steps.length))
}

/** A page's item schema, or undefined when the schema is no page. */
function itemOf(schema: z.ZodType): z.ZodType | undefined {
  const items = shapeOf(schema)?.items
  return items && shapeOf(schema)?.nextCursor ? innermost(items) : undefined
}

/** Does a path lead to a field? In a record every name does, and a name may contain dots. */
function exists(schema: z.ZodType, steps: readonly string[]): boolean {
  const [step, ...rest] = steps
  if (step === undefined) return true
  const { valueType } = (innermost(schema) as unknown as { def: { valueType?: z.ZodType } }).def
  if (valueType) return steps.some((_, i) => exists(valueType, steps.slice(i + 1)))
  const shape = shapeOf(innermost(schema))
  const next = shape && Object.hasOwn(shape, step) ? shape[step] : undefined
  return next ? exists(next, rest) : false
}
