import { LEAST_MILLIS } from '@sluice/runtime'
import type { Vector } from './record-batch.ts'
import type { IntType, TimestampUnit } from './schema.ts'

/**
 * The numbers of a vector of ints or floats; any number for rows without a value. Integers that a double cannot
 * represent exactly become NaN.
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
 * Epoch microseconds of a vector of timestamps, or of integers in epoch milliseconds; any number for rows without a
 * value. Integers so small that they must be seconds become NaN. Anything finer than a microsecond is truncated. Times
 * beyond the exact range of a double are far outside of what is stored.
 */
export function microsOf({ type, values, length }: Vector): Float64Array {
  const perSecond = type.kind === 'timestamp' ? type.perSecond : 1e3
  const least = type.kind === 'timestamp' ? 0 : LEAST_MILLIS * 1000
  const halves = halvesOf(values, length)
  const micros = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    const time = toMicros(halves[row * 2 + 1] ?? 0, (halves[row * 2] ?? 0) >>> 0, perSecond)
    micros[row] = Math.abs(time) >= least ? time : Number.NaN
  }
  return micros
}

/** 2^32 = 4,294,967 * 1000 + 296. */
const THOUSANDS = 4_294_967
const REST = 296

function toMicros(high: number, low: number, perSecond: TimestampUnit): number {
  // Today's nanoseconds exceed 2^53, so the two halves are divided separately.
  if (perSecond === 1e9) return high * THOUSANDS + Math.floor((high * REST + low) / 1000)
  return (high * 2 ** 32 + low) * (1e6 / perSecond)
}

/** 64-bit integers as pairs of low and high halves, which avoids bigints. */
function halvesOf(values: Uint8Array, length: number): Int32Array {
  return view(Int32Array, values, length * 2)
}

interface ArrayOf<Typed> {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBuffer, byteOffset: number, length: number): Typed
}

/** Bytes as a typed array, in place if they are aligned. */
export function view<Typed>(numbers: ArrayOf<Typed>, bytes: Uint8Array, length: number): Typed {
  const aligned = bytes.byteOffset % numbers.BYTES_PER_ELEMENT === 0 ? bytes : new Uint8Array(bytes)
  return new numbers(aligned.buffer as ArrayBuffer, aligned.byteOffset, length)
}
