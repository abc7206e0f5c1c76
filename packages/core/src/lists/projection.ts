import { innermost, shapeOf } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import type { z } from 'zod'

/** The requested fields, as a tree of their dotted steps: `a,b.c` is {a, b: {c}}. */
interface Branch {
  /** A path ends here, so everything below is included. */
  whole: boolean
  readonly below: Map<string, Branch>
}

/** By what is left of them, the whole answers. */
const wholes = new WeakMap<object, object>()

/**
 * Cuts an answer down to the requested fields. For a page, these are the fields of its items. Throws `invalid-request`
 * naming every unknown field. Takes time proportional to fields and answer. {@link unprojected} undoes it.
 */
export function project(answer: unknown, schema: z.ZodType, fields: string): unknown {
  const item = itemOf(schema)
  const tree = parse(fields, item ?? schema)
  if (typeof answer !== 'object' || answer === null) return answer
  const left = item
    ? { ...answer, items: pick((answer as { items: unknown }).items, tree) }
    : (pick(answer, tree) as object)
  wholes.set(left, answer)
  return left
}

/** The whole answer that was cut down to this one, which is itself if none was. */
export function unprojected(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer
  return wholes.get(answer) ?? answer
}

/** Throws like {@link project}, before any work is done. */
export function checkFields(schema: z.ZodType, fields: string): void {
  parse(fields, itemOf(schema) ?? schema)
}

function parse(fields: string, schema: z.ZodType): Branch {
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
  const root = newBranch()
  for (const name of names) grow(root, name)
  return root
}

function newBranch(): Branch {
  return { whole: false, below: new Map() }
}

function grow(root: Branch, name: string): void {
  let branch = root
  for (const step of name.split('.')) {
    const next = branch.below.get(step) ?? newBranch()
    branch.below.set(step, next)
    branch = next
  }
  branch.whole = true
}

/** The parts of a value on some path. */
function pick(value: unknown, branch: Branch): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => pick(element, branch))
  const picked = Object.entries(value).flatMap(([field, inside]) => {
    const next = follow(branch, field)
    return next ? [[field, next.whole ? inside : pick(inside, next)] as const] : []
  })
  return Object.fromEntries(picked)
}

/** The branch of a field, whose own name may contain dots (`labels.example.com`). */
function follow(branch: Branch, field: string): Branch | undefined {
  let at: Branch | undefined = branch
  for (const step of field.split('.')) {
    at = at.below.get(step)
    if (!at) return undefined
  }
  return at
}

/** The item schema of a page; undefined for any other schema. */
function itemOf(schema: z.ZodType): z.ZodType | undefined {
  const items = shapeOf(schema)?.items
  return items && shapeOf(schema)?.nextCursor ? innermost(items) : undefined
}

/**
 * Whether a path leads to a field. In a record every name is valid and may contain dots. Walks the steps once, with the
 * set of all schemas that they may have led to.
 */
function exists(schema: z.ZodType, steps: readonly string[]): boolean {
  let reached = new Set([innermost(schema)])
  for (const step of steps) {
    const next = new Set<z.ZodType>()
    for (const at of reached) {
      const { valueType } = (at as unknown as { def: { valueType?: z.ZodType } }).def
      if (valueType) next.add(at).add(innermost(valueType))
      const shape = shapeOf(at)
      const member = shape && Object.hasOwn(shape, step) ? shape[step] : undefined
      if (member) next.add(innermost(member))
    }
    if (next.size === 0) return false
    reached = next
  }
  return true
}
