import { isUtf8 } from 'node:buffer'
import { ArrowFault } from './flat-table.ts'
import type { Vector } from './record-batch.ts'
import type { IntType, TimestampUnit } from './schema.ts'

/**
 * The numbers of a vector of ints or floats; a row without a value has any. Integers that a double does not keep
 * exactly are NaN.
 */
export function numbersOf({ type, values, length }: Vector): Float64Array {
  if (type.kind === 'float' && type.bits === 64) return view(Float64Array, values, length)
  if (type.kind === 'float') return new Float64Array(view(Float32Array, values, length))
  if (type.kind === 'int') return integersOf(type, values, length)
  throw new TypeError(`A column of ${type.kind} holds no numbers.`)
}

function integersOf({ bits, signed }: IntType, values: Uint8Array, length: number): Float64Array {
  if (bits !== 64) {
    const array: ArrayOf<ArrayLike<number>> = (signed ? signedArrays : unsignedArrays)[bits]
    return new Float64Array(view(array, values, length))
  }
  const halves = halvesOf(values, length)
  const numbers = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    const high = halves[row * 2 + 1] ?? 0
    const number = (signed ? high : high >>> 0) * 2 ** 32 + ((halves[row * 2] ?? 0) >>> 0)
    numbers[row] = Number.isSafeInteger(number) ? number : Number.NaN
  }
  return numbers
}

const signedArrays = { 8: Int8Array, 16: Int16Array, 32: Int32Array } as const
const unsignedArrays = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array } as const

/**
 * Epoch microseconds of a vector of timestamps or of integer epoch milliseconds; a row without a value has any. What
 * is finer than a microsecond is cut off. Times that no double keeps exactly are far beyond those that are stored.
 */
export function microsOf({ type, values, length }: Vector): Float64Array {
  const perSecond = type.kind === 'timestamp' ? type.perSecond : 1e3
  const halves = halvesOf(values, length)
  const micros = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    micros[row] = toMicros(halves[row * 2 + 1] ?? 0, (halves[row * 2] ?? 0) >>> 0, perSecond)
  }
  return micros
}

/** 2^32 is 4,294,967 thousands and 296. */
const THOUSANDS = 4_294_967
const REST = 296

function toMicros(high: number, low: number, perSecond: TimestampUnit): number {
  // Nanoseconds of today are beyond 2^53: their halves are divided one by one.
  if (perSecond === 1e9) return high * THOUSANDS + Math.floor((high * REST + low) / 1000)
  return (high * 2 ** 32 + low) * (1e6 / perSecond)
}

/** Strings of a vector by row; a row without a value has any. Throws {@link ArrowFault} where they are not UTF-8. */
export function textsOf(vector: Vector): (row: number) => string {
  const { buffer, byteOffset, length } = vector.values
  const bytes = Buffer.from(buffer, byteOffset, length)
  const offsets = offsetsOf(vector, length)
  const [from = 0, to = 0] = [offsets[0], offsets.at(-1)]
  if (!isUtf8(bytes.subarray(from, to))) throw new ArrowFault('has strings that are not UTF-8')
  return (row) => bytes.toString('utf8', offsets[row], offsets[row + 1])
}

/** The offsets of strings: ascending, within the bytes, and none in the middle of a character. */
function offsetsOf({ type, offsets, length, values }: Vector, end: number): Int32Array {
  if (length === 0) return new Int32Array(1)
  const large = type.kind === 'utf8' && type.large
  const raw = view(Int32Array, offsets, (length + 1) * (large ? 2 : 1))
  const found = large ? new Int32Array(length + 1) : raw
  let last = 0
  for (let i = 0; i <= length; i++) {
    const offset = raw[large ? i * 2 : i] ?? 0
    const isSmall = !large || raw[i * 2 + 1] === 0
    if (!isSmall || offset < last || offset > end || isInside(values, offset)) {
      throw new ArrowFault('has strings whose offsets are not those of strings')
    }
    found[i] = offset
    last = offset
  }
  return found
}

/** Is the byte at an offset one that continues a character? */
function isInside(bytes: Uint8Array, offset: number): boolean {
  return ((bytes[offset] ?? 0) & 0xc0) === 0x80
}

/** 64-bit integers as pairs of their low and high halves, so that none becomes a bigint. */
function halvesOf(values: Uint8Array, length: number): Int32Array {
  return view(Int32Array, values, length * 2)
}

interface ArrayOf<Typed> {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBuffer, byteOffset: number, length: number): Typed
}

/** Bytes as numbers, in place where they are aligned for it. */
function view<Typed>(numbers: ArrayOf<Typed>, bytes: Uint8Array, length: number): Typed {
  const aligned = bytes.byteOffset % numbers.BYTES_PER_ELEMENT === 0 ? bytes : new Uint8Array(bytes)
  return new numbers(aligned.buffer as ArrayBuffer, aligned.byteOffset, length)
}
