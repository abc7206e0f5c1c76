import { isUtf8 } from 'node:buffer'
import { ArrowFault } from './flat-table.ts'
import { type Vector, VIEW } from './record-batch.ts'
import { view } from './vectors.ts'

/** The strings of a vector by row; any string for rows without a value. Throws {@link ArrowFault} if they are not UTF-8. */
export function textsOf(vector: Vector): (row: number) => string {
  if (vector.type.kind === 'utf8' && vector.type.form === 'view') return viewedTexts(vector)
  const { buffer, byteOffset, length } = vector.values
  const bytes = Buffer.from(buffer, byteOffset, length)
  const offsets = offsetsOf(vector, length)
  const [from = 0, to = 0] = [offsets[0], offsets.at(-1)]
  if (!isUtf8(bytes.subarray(from, to))) throw notUtf8()
  return (row) => bytes.toString('utf8', offsets[row], offsets[row + 1])
}

/** Checks the offsets of strings: ascending, within the bytes, and none inside a character. */
function offsetsOf({ type, offsets, length, values }: Vector, end: number): Int32Array {
  if (length === 0) return new Int32Array(1)
  const large = type.kind === 'utf8' && type.form === 'large'
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

/** Whether the byte at an offset is a UTF-8 continuation byte. */
function isInside(bytes: Uint8Array, offset: number): boolean {
  return ((bytes[offset] ?? 0) & 0xc0) === 0x80
}

/** The longest string that is stored in its view. */
const INLINE = 12

/**
 * A view has four words. The first is the string's length. A string of up to {@link INLINE} bytes is stored in the
 * other three; for a longer one they are its first four bytes, the index of its buffer, and its offset there.
 */
function viewedTexts({ values, viewed, length, bytes: total }: Vector): (row: number) => string {
  const words = view(Int32Array, values, length * (VIEW / 4))
  return (row) => {
    const size = words[row * 4] ?? -1
    const at = size <= INLINE ? row * VIEW + 4 : (words[row * 4 + 3] ?? -1)
    const from = size <= INLINE ? values : viewed[words[row * 4 + 2] ?? -1]
    if (size < 0 || at < 0 || from === undefined || at + size > from.length) {
      throw new ArrowFault('has strings whose views do not lie in their buffers')
    }
    total.read(size)
    const bytes = Buffer.from(from.buffer, from.byteOffset + at, size)
    if (!isUtf8(bytes)) throw notUtf8()
    return bytes.toString('utf8')
  }
}

function notUtf8(): ArrowFault {
  return new ArrowFault('has strings that are not UTF-8')
}
