import { IsoTimes } from '../iso-times.ts'
import { Utf8 } from './utf8.ts'
import { isLight, weightOf } from './weight.ts'

/** The most plain values of a list that are written at once, and the weight of its texts. */
const STRIDE = 2048
/** Levels that are written in parts: for a page, its items. */
const DEPTH = 2
/** Lighter values are written at once. */
const SMALL = 512

type Write = (part: unknown) => string

/**
 * JSON.stringify for long answers, as bytes, which can be interrupted: it yields between the elements of lists and the
 * members of outer objects. `write` serializes a part; its text for a list must begin and end with a bracket. Parts are
 * encoded one by one, so that no long text is left for the collector, which would stop everything to copy it.
 */
export function* writeJson(
  value: unknown,
  write: Write = JSON.stringify,
  depth = DEPTH,
): Generator<void, Uint8Array<ArrayBuffer>> {
  const out = new Utf8()
  yield* writeValue(out, value, write, depth)
  return yield* out.bytes()
}

function* writeValue(out: Utf8, value: unknown, write: Write, depth: number): Generator<void> {
  if (value instanceof IsoTimes) return yield* writeTimes(out, value)
  const isWhole = typeof value !== 'object' || value === null || depth === 0 || hasOwnText(value)
  if (isWhole || isLight(value, SMALL)) return out.add(write(value) ?? 'null')
  if (Array.isArray(value)) return yield* writeList(out, value, write, depth)
  let before = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    out.add(`${before}${JSON.stringify(name)}:`)
    before = ','
    yield* writeValue(out, member, write, depth - 1)
    yield
  }
  out.add(before === '{' ? '{}' : '}')
}

/** Whether an object, such as a Date, has its own serialization. */
function hasOwnText(value: object): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function'
}

/** Times written between two yields: each takes a fraction of a microsecond. */
const TIMES = 512

function* writeTimes(out: Utf8, times: IsoTimes): Generator<void> {
  out.add('[')
  for (let from = 0; from < times.length; from += TIMES) {
    if (from > 0) out.add(',')
    out.addTimes(times, from, Math.min(from + TIMES, times.length))
    yield
  }
  out.add(']')
}

function* writeList(
  out: Utf8,
  list: readonly unknown[],
  write: Write,
  depth: number,
): Generator<void> {
  const isPlain = typeof list[0] !== 'object' || list[0] === null
  out.add('[')
  for (let from = 0, to = 0; from < list.length; from = to) {
    if (from > 0) out.add(',')
    to = isPlain ? endOfStride(list, from) : from + 1
    if (isPlain) out.add(write(list.slice(from, to)).slice(1, -1))
    else yield* writeValue(out, list[from], write, depth - 1)
    yield
  }
  out.add(']')
}

function endOfStride(list: readonly unknown[], from: number): number {
  const most = Math.min(from + STRIDE, list.length)
  let to = from
  for (let room = STRIDE; room > 0 && to < most; to += 1) {
    const value = list[to]
    if (typeof value === 'string') room -= weightOf(value)
  }
  return to
}
