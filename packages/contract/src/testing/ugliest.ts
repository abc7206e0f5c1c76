import type { z } from 'zod'
import { DEFAULT_BODY_LIMIT, type Operation } from '../operation.ts'
import { type Leaf, leavesOf, type Path, valueAt, withValueAt } from './leaves.ts'
import { grownBodies, uglyBodies } from './ugly-bodies.ts'
import { type UglyValue, uglyJson, uglyValues } from './ugly-values.ts'
import { type Taste, validValue } from './valid.ts'

/** The parts of a call. */
export interface GeneratedCall {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** A call that may be dear, and where it is ugly. */
export interface UglyCall extends Pick<UglyValue, 'bound'> {
  readonly what: string
  readonly call: GeneratedCall
  /** The body's text, in place of what the call says. */
  readonly text?: string
}

type Row = Pick<Operation, 'params' | 'query' | 'body' | 'bodyLimit' | 'bodyType' | 'bodyForm'>

/** The longest part of a path that the router takes. */
const PATH_PART = 256

const parts = ['params', 'query', 'body'] as const

/**
 * The ugliest calls of a row, one after the other: each part of its input at its largest and worst, the rest as in
 * `base`, a call that succeeds; then lists with the same ugly text in each entry; then all of its parts at their largest;
 * then bodies of as many bytes as it takes, of any form and of the form of `base`.
 */
export function* ugliestCalls(row: Row, base: GeneratedCall): Generator<UglyCall> {
  yield* uglyFields(row, base)
  if (row.query)
    yield { what: 'query: all at once', call: { ...base, query: fullQuery(row.query, base) } }
  if (!row.body) return
  const bytes = row.bodyLimit ?? DEFAULT_BODY_LIMIT
  const isJson = !row.bodyType || row.bodyType === 'application/json'
  if (isJson) yield* uglyEntries(row.body, base, bytes)
  if (isJson) yield* fullest(row.body, base, bytes)
  for (const bodies of [uglyBodies(bytes), isJson ? grownBodies(base.body ?? {}, bytes) : []]) {
    for (const { what, text } of bodies) {
      yield { what: `body of ${bytes} bytes: ${what}`, call: base, text }
    }
  }
}

/** Of {@link ugliestCalls} those with one part of the input at its ugliest. */
function* uglyFields(row: Row, base: GeneratedCall): Generator<UglyCall> {
  for (const part of parts) {
    const schema = row[part]
    if (!schema) continue
    const most = part === 'params' ? PATH_PART : Number.POSITIVE_INFINITY
    for (const { path, value, what, bound } of uglyParts(schema, base[part], most)) {
      const call = { ...base, [part]: withValueAt(base[part], path, value) }
      yield { what: `${[part, ...path].join('.')}: ${what}`, call, ...(bound && { bound }) }
    }
  }
}

/**
 * Of {@link uglyFields} those with one part of the input at a bound, or just beyond it. The reader of a bulk body has
 * bounds of its own: there, nothing is said to be beyond.
 */
export function* callsAtBounds(row: Row, base: GeneratedCall): Generator<CallAtBound> {
  for (const { what, call, bound } of uglyFields(row, base)) {
    const isBulk = row.bodyForm === 'bulk' && what.startsWith('body')
    if (bound) yield { what, call, bound: isBulk ? 'at' : bound }
  }
}

/** A call with one part of its input at a bound, or just beyond it. */
export type CallAtBound = Required<Pick<UglyCall, 'what' | 'call' | 'bound'>>

interface UglyPart extends UglyValue {
  readonly path: Path
}

/** Each part of an input at its ugliest, with texts of so many characters at most. */
function* uglyParts(schema: z.ZodType, base: unknown, most: number): Generator<UglyPart> {
  for (const leaf of leavesOf(schema)) {
    if (valueAt(base, leaf.path) instanceof Uint8Array) continue
    const shorter = { ...leaf, most: Math.min(leaf.most, most) }
    for (const ugly of uglyValues(shorter)) yield { path: leaf.path, ...ugly }
  }
}

/** Bodies in which each entry of a list has the same ugly text: as many entries as the list, and so many bytes, may hold. */
function* uglyEntries(schema: z.ZodType, base: GeneratedCall, bytes: number): Generator<UglyCall> {
  const leaves = leavesOf(schema)
  const room = bytes - Buffer.byteLength(JSON.stringify(base.body ?? {}))
  for (const list of leaves.filter(({ kind }) => kind === 'list')) {
    const first = [...list.path, 0]
    const known = valueAt(base.body, first)
    for (const { path, value, what } of uglyTextsBelow(leaves, first)) {
      const entry = withValueAt(known, path.slice(first.length), value)
      const size = Buffer.byteLength(JSON.stringify(entry)) + 1
      const entries = Array(Math.min(list.most, Math.floor(room / size))).fill(entry)
      const body = withValueAt(base.body, list.path, entries)
      yield { what: `body.${path.join('.')} in each entry: ${what}`, call: { ...base, body } }
    }
  }
}

/** The ugliest of each text below a path. */
function* uglyTextsBelow(leaves: readonly Leaf[], above: Path): Generator<UglyPart> {
  for (const leaf of leaves) {
    if (leaf.kind !== 'text' || above.some((step, i) => leaf.path[i] !== step)) continue
    for (const ugly of uglyValues(leaf)) {
      if (typeof ugly.value === 'string') yield { path: leaf.path, ...ugly }
    }
  }
}

function fullQuery(query: z.ZodType, base: GeneratedCall): unknown {
  return validValue(
    query,
    largest((most) => most),
    base.query,
  )
}

/** Valid bodies as large as they may be: of long texts, of many members, of large values of any form. */
function* fullest(schema: z.ZodType, { body, ...rest }: GeneratedCall, bytes: number) {
  const isFree = leavesOf(schema).some(({ kind }) => kind === 'free')
  const jsons = isFree ? uglyJson().filter(({ isTaken }) => isTaken) : [nothing]
  for (const { what, value } of jsons) {
    const largestBody = withinBytes(bytes, (share) =>
      validValue(
        schema,
        { ...largest((most) => Math.max(1, Math.floor(most * share))), free: () => value },
        body,
      ),
    )
    yield { what: `body: all at its largest, ${what}`, call: { ...rest, body: largestBody } }
  }
}

const nothing = { what: 'no values of any form', value: {} }

/** Members that a body may not have all at once. */
const alternatives = ['each', 'enum', 'start', 'stepSeconds', 'count']

function largest(members: Taste['members']): Taste {
  return {
    ...{
      index: 0,
      members,
      letters: (most) => most,
      optional: (name) => !alternatives.includes(name),
    },
    ...{ choice: (count) => count - 1, free: () => ({}) },
  }
}

/** The largest that comes to no more than so many bytes, of what is made for shares of 1, 1/2, 1/4 and so on. */
function withinBytes(bytes: number, make: (share: number) => unknown): unknown {
  let largest = make(0)
  for (let share = 1 / 1024; share <= 1; share *= 2) {
    const made = make(share)
    if (Buffer.byteLength(JSON.stringify(made)) > bytes) break
    largest = made
  }
  return largest
}
