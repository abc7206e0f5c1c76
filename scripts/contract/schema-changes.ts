import { isDeepStrictEqual } from 'node:util'
import { type Json, members, type Released } from './released.ts'

/** Whose schemas are compared: what callers send may only be taken more freely, what they are answered only kept. */
export interface Side {
  readonly released: Released
  readonly current: Released
  readonly direction: 'request' | 'answer'
}

interface Comparison extends Side {
  /** Pairs of named schemas that are being compared: schemas may hold themselves. */
  readonly under: ReadonlySet<string>
}

type Rule = (comparison: Comparison, place: string, before: Json, after: Json) => string[]

const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties']
const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties']
const CHOICES = ['anyOf', 'oneOf'] as const

/** Keywords that a rule of {@link rules} knows, and what says nothing to a caller. Any other may not change. */
const JUDGED = new Set<string>([
  ...['type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'items'],
  ...['pattern', 'id', 'deprecated', 'uniqueItems', ...CHOICES, ...UPPER, ...LOWER],
])

/** What a caller of the released schema would stumble over in the current one, a line a change. */
export function schemaChanges(side: Side, place: string, before: Json, after: Json): string[] {
  return compared({ ...side, under: new Set() }, place, before, after)
}

function compared(comparison: Comparison, place: string, before: Json, after: Json): string[] {
  const pair = `${before.$ref} ${after.$ref}`
  if (before.$ref !== undefined || after.$ref !== undefined) {
    if (comparison.under.has(pair)) return []
    const under = new Set([...comparison.under, pair])
    const { released, current } = comparison
    return compared(
      { ...comparison, under },
      place,
      resolved(released, before),
      resolved(current, after),
    )
  }
  return rules.flatMap((rule) => rule(comparison, place, before, after))
}

/** Throws where the document has no such schema: two that are missing would look alike. */
function resolved({ components }: Released, { $ref, ...schema }: Json): Json {
  if (typeof $ref !== 'string') return schema
  const named = components.schemas[$ref.replace('#/components/schemas/', '')]
  if (!named) throw new Error(`The document has no ${$ref}.`)
  return { ...named, ...schema }
}

const rules: readonly Rule[] = [
  types,
  values,
  choices,
  properties,
  required,
  otherProperties,
  items,
  bounds,
  theRest,
]

/** A request's type may become wider, an answer's narrower. */
function types({ direction }: Comparison, place: string, before: Json, after: Json) {
  const [had, has] = [typesOf(before), typesOf(after)]
  const fits = direction === 'request' ? isWithin(had, has) : isWithin(has, had)
  return fits ? [] : [`${place}: type ${had ?? 'any'} is ${has ?? 'any'} now`]
}

function typesOf({ type }: Json): string[] | undefined {
  if (type === undefined) return undefined
  const all = [type].flat() as string[]
  return all.includes('number') ? [...all, 'integer'] : all
}

/** Absent is everything. */
function isWithin(few: readonly unknown[] | undefined, many: readonly unknown[] | undefined) {
  return many === undefined || (few?.every((one) => many.includes(one)) ?? false)
}

/**
 * A request takes every value that it took. An answer's list may grow, which callers are told to expect, but each value
 * keeps its name; what had only one value tells forms apart, and keeps it.
 */
function values({ direction }: Comparison, place: string, before: Json, after: Json) {
  const [had, has] = [valuesOf(before), valuesOf(after)]
  if (direction === 'answer') {
    if (!had) return []
    if (!has) return [`${place}: is no list of values any more`]
    const others = before.const === undefined ? [] : has.filter((value) => !had.includes(value))
    const changed = [...had.filter((value) => !has.includes(value)), ...others]
    return changed.length === 0 ? [] : [`${place}: ${changed.join(', ')} has changed`]
  }
  if (!has) return []
  const gone = had ? had.filter((value) => !has.includes(value)) : ['other values']
  return gone.length === 0 ? [] : [`${place}: ${gone.join(', ')} not taken any more`]
}

function valuesOf({ enum: list, const: only }: Json): unknown[] | undefined {
  return only === undefined ? (list as unknown[] | undefined) : [only]
}

/** Each form that was taken still is; each that is answered was answered before. */
function choices(comparison: Comparison, place: string, before: Json, after: Json) {
  if (CHOICES.every((word) => before[word] === undefined && after[word] === undefined)) return []
  const [had, has] = [formsOf(before), formsOf(after)]
  const isSame = (old: Json, now: Json) => compared(comparison, place, old, now).length === 0
  const lost =
    comparison.direction === 'request'
      ? had.filter((old) => !has.some((now) => isSame(old, now)))
      : has.filter((now) => !had.some((old) => isSame(old, now)))
  return lost.length === 0 ? [] : [`${place}: ${lost.length} of its forms are not compatible`]
}

/** A schema without a choice is its own single form. */
function formsOf(schema: Json): Json[] {
  const [word] = CHOICES.filter((one) => schema[one] !== undefined)
  return word === undefined ? [schema] : (schema[word] as Json[])
}

/** Whether one is a choice and the other is not: their forms are compared, and they have nothing else in common. */
function isMixed(...pair: readonly [Json, Json]): boolean {
  const [before, after] = pair.map((schema) => CHOICES.some((word) => schema[word] !== undefined))
  return before !== after
}

function properties(comparison: Comparison, place: string, before: Json, after: Json) {
  if (isMixed(before, after)) return []
  const [had, has] = [propertiesOf(before), propertiesOf(after)]
  return members(had).flatMap((name) => {
    const [old, now] = [had[name] as Json, has[name]]
    return now ? compared(comparison, `${place}.${name}`, old, now) : [`${place}.${name} is gone`]
  })
}

function propertiesOf({ properties: all }: Json): Record<string, Json> {
  return (all ?? {}) as Record<string, Json>
}

/** A request demands no more, an answer holds no less. */
function required({ direction }: Comparison, place: string, before: Json, after: Json) {
  if (isMixed(before, after)) return []
  const lists = [before, after].map(({ required: names }) => (names ?? []) as string[])
  const [had = [], has = []] = lists
  return direction === 'request'
    ? has.filter((name) => !had.includes(name)).map((name) => `${place}.${name} is required now`)
    : had
        .filter((name) => !has.includes(name) && propertiesOf(after)[name])
        .map((name) => `${place}.${name} may be absent now`)
}

function otherProperties(comparison: Comparison, place: string, before: Json, after: Json) {
  const [had, has] = [before.additionalProperties ?? true, after.additionalProperties ?? true]
  if (typeof had === 'object' && typeof has === 'object') {
    return compared(comparison, `${place}.*`, had as Json, has as Json)
  }
  if (isMixed(before, after) || isDeepStrictEqual(had, has)) return []
  const isFreer = comparison.direction === 'request' && (had === false || has === true)
  return isFreer ? [] : [`${place}: other properties are not what they were`]
}

function items(comparison: Comparison, place: string, before: Json, after: Json): string[] {
  const [had, has] = [before.items, after.items]
  if (typeof had === 'object' && typeof has === 'object') {
    return compared(comparison, `${place}[]`, had as Json, has as Json)
  }
  if (isMixed(before, after) || had === has) return []
  return [`${place}: its items are not what they were`]
}

/** What was within the bounds of a request still is. Answers' bounds promise nothing. */
function bounds({ direction }: Comparison, place: string, before: Json, after: Json) {
  if (direction === 'answer' || isMixed(before, after)) return []
  const at = (schema: Json, word: string, none: number) => (schema[word] ?? none) as number
  const tighter = [
    ...UPPER.filter((word) => at(after, word, Infinity) < at(before, word, Infinity)),
    ...LOWER.filter((word) => at(after, word, -Infinity) > at(before, word, -Infinity)),
    ...['pattern', 'uniqueItems'].filter(
      (word) => after[word] !== undefined && !isDeepStrictEqual(after[word], before[word]),
    ),
  ]
  return tighter.map((word) => `${place}: ${word} is ${after[word]} now`)
}

/** Whatever no rule knows must stay as it is. */
function theRest(_: Comparison, place: string, before: Json, after: Json) {
  if (isMixed(before, after)) return []
  const words = new Set([...members(before), ...members(after)].filter((word) => !JUDGED.has(word)))
  return [...words]
    .filter((word) => !isDeepStrictEqual(before[word], after[word]))
    .map((word) => `${place}: ${word} has changed`)
}
