/**
 * Validates a body's lists entry by entry.
 *
 * zod takes about a microsecond per member, so a body at its limits would block the event loop for tens of
 * milliseconds. Only lists are split: all else in a body is short. Two entries may be as large as a thousand.
 */
import { z } from 'zod'

/** A schema split at one of its lists. */
export interface Parts {
  readonly name: string
  readonly entry: z.ZodType
  /** The rules of the list as a whole, for valid entries. */
  readonly list: z.ZodType
  /** Everything but the list. */
  readonly rest: z.ZodType
}

/** The parsed part of a call, or its issues. */
export type Parsed = { readonly data: object } | { readonly issues: readonly z.core.$ZodIssue[] }

const known = new WeakMap<z.ZodType, readonly Parts[]>()

/** Where to split a body: at its longest list. Undefined if no list has several entries. */
export function longListIn(schema: z.ZodType | undefined, body: unknown): Parts | undefined {
  if (!schema || typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const lengthOf = ({ name }: Parts) => {
    const list = (body as Record<string, unknown>)[name]
    return Array.isArray(list) ? list.length : 0
  }
  let longest: Parts | undefined
  for (const parts of partsOf(schema)) {
    const least = longest ? lengthOf(longest) : 1
    if (lengthOf(parts) > least) longest = parts
  }
  return longest
}

/**
 * Parses what {@link longListIn} found, and likewise all further lists. Has the same result as the whole schema, with
 * issues of the list last.
 */
export function* parseByEntries(
  { name, entry, list, rest }: Parts,
  body: object,
): Generator<void, Parsed> {
  const { [name]: entries, ...others } = body as Record<string, unknown>
  const further = longListIn(rest, others)
  const parsed = further ? yield* parseByEntries(further, others) : parse(rest, others)
  const issues = 'issues' in parsed ? [...parsed.issues] : []
  const made: unknown[] = []
  let isAborted = false
  for (const [index, raw] of (entries as unknown[]).entries()) {
    yield
    const one = entry._zod.run({ value: raw, issues: [] }, { async: false }) as z.core.ParsePayload
    made.push(one.value)
    for (const issue of one.issues) {
      isAborted ||= issue.continue !== true
      issues.push(below([name, index], z.core.util.finalizeIssue(issue, undefined, z.config())))
    }
  }
  yield
  // Rules of the list only see valid entries.
  const whole = isAborted ? undefined : list.safeParse(made)
  for (const issue of whole?.error?.issues ?? []) issues.push(below([name], issue))
  return 'issues' in parsed || issues.length > 0
    ? { issues }
    : { data: { ...parsed.data, [name]: made } }
}

/** Parses a value at once. */
export function parse(schema: z.ZodType, value: unknown): Parsed {
  const { success, data, error } = schema.safeParse(value)
  return success ? { data: data as object } : { issues: error.issues }
}

function below(path: readonly PropertyKey[], issue: z.core.$ZodIssue): z.core.$ZodIssue {
  return { ...issue, path: [...path, ...issue.path] }
}

function partsOf(schema: z.ZodType): readonly Parts[] {
  const found = known.get(schema)
  if (found) return found
  const parts = schema instanceof z.ZodObject ? takenApart(schema) : []
  known.set(schema, parts)
  return parts
}

function takenApart(schema: z.ZodObject): Parts[] {
  // Rules of the object itself need to see it whole.
  if (schema.def.checks?.length) return []
  return Object.entries(schema.shape).flatMap(([name, member]) => {
    const array = arrayOf(member as z.ZodType)
    if (!array) return []
    const list = z.clone(array, { ...array.def, element: z.unknown() })
    const { [name]: _list, ...others } = schema.shape
    const rest = z.clone(schema, { ...schema.def, shape: others })
    return [{ name, entry: array.element as z.ZodType, list, rest }]
  })
}

/** The array schema of a member, without its optional wrapper. */
function arrayOf(member: z.ZodType): z.ZodArray | undefined {
  if (member instanceof z.ZodArray) return member
  if (member instanceof z.ZodOptional || member instanceof z.ZodDefault) {
    return arrayOf(member.def.innerType as z.ZodType)
  }
  return undefined
}
