import { memberOf } from '#data/member-of.ts'

/** Fields that `/v2` merges. All others are replaced. */
const mergedFields = ['labels', 'attributes', 'attributesSchema', 'metrics'] as const
type MergedField = (typeof mergedFields)[number]

type Merge<Value> = Value extends Record<string, infer Inner> ? Record<string, Inner | null> : Value

/** A JSON merge patch of a draft's fields. */
export type Change<Draft> = {
  [Field in keyof Draft]?: Field extends MergedField ? Merge<Draft[Field]> : Draft[Field]
}

/**
 * The merge patch (RFC 7396) from one draft to the other. It contains only what differs, so it does not overwrite
 * concurrent changes of other fields. A removed field becomes null, so that its removal takes effect.
 */
export function changeOf<Draft extends object>(before: Draft, after: Draft): Change<Draft> {
  const merged: readonly string[] = mergedFields
  const old = new Map<string, unknown>(Object.entries(before))
  const gone = Object.keys(before).filter((field) => !Object.hasOwn(after, field))
  const all = [...Object.entries(after), ...gone.map((field) => [field, null] as const)]
  const differing = all.filter(([field, value]) => !isSame(old.get(field), value))
  return Object.fromEntries(
    differing.map(([field, value]) => [
      field,
      merged.includes(field) ? mergeOf(old.get(field), value) : value,
    ]),
  ) as Change<Draft>
}

function mergeOf(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return after
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  const differing = Object.entries(after).filter(
    ([name, value]) => !isSame(memberOf(before, name), value),
  )
  return {
    ...Object.fromEntries(gone.map((name) => [name, null])),
    ...Object.fromEntries(
      differing.map(([name, value]) => [name, mergeOf(memberOf(before, name), value)]),
    ),
  }
}

/** The nulls that a draft adds to merged fields, by field and path. A merge patch would remove these members instead. */
export function lostNulls<Draft extends object>(before: Draft, after: Draft) {
  const [old, now] = [before, after].map((draft) => new Map<string, unknown>(Object.entries(draft)))
  return mergedFields.flatMap((field) =>
    nullsIn(old?.get(field), now?.get(field)).map((path) => ({ field, path })),
  )
}

function nullsIn(before: unknown, after: unknown): string[] {
  if (!isObject(after) || isSame(before, after)) return []
  return Object.entries(after).flatMap(([name, value]) => {
    const old = isObject(before) ? memberOf(before, name) : undefined
    if (value === null && old !== null) return [`/${name}`]
    return nullsIn(old, value).map((path) => `/${name}${path}`)
  })
}

/** Deep equality; ignores the order of fields. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value)) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, ordered(inner)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
