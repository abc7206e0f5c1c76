import { IsoTimes } from '../iso-times.ts'
import { Utf8 } from './utf8.ts'

/** Elements of a list of plain values that are written at once. */
const STRIDE = 2048
/** Levels that are written in parts: for a page, its items. */
const DEPTH = 2
/** Small values are written at once: up to this many values, with this many characters counted as one. */
const [SMALL, CHARACTERS] = [512, 32]

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
  if (isWhole || roomAfter(value, SMALL) > 0) return out.add(write(value) ?? 'null')
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

/** The rest of a budget of values after this one; negative if exceeded. */
function roomAfter(value: unknown, room: number): number {
  if (value instanceof IsoTimes) return room - value.length
  if (typeof value === 'string') return room - 1 - value.length / CHARACTERS
  if (typeof value !== 'object' || value === null) return room - 1
  let left = room - 1
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  for (let i = 0; i < members.length && left > 0; i += 1) {
    left = typeof members[i] === 'number' ? left - 1 : roomAfter(members[i], left)
  }
  return left
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
  const stride = isPlain ? STRIDE : 1
  out.add('[')
  for (let from = 0; from < list.length; from += stride) {
    if (from > 0) out.add(',')
    if (isPlain) out.add(write(list.slice(from, from + stride)).slice(1, -1))
    else yield* writeValue(out, list[from], write, depth - 1)
    yield
  }
  out.add(']')
}
