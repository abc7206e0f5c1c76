/** A column of a block, its values concatenated in any number of pieces. */
export interface Column {
  readonly name: string
  /** ClickHouse's name for it, for example UInt32. */
  readonly type: string
  readonly parts: readonly Uint8Array[]
}

/**
 * A block of ClickHouse's Native format: the number of columns and rows, then for each column its name, type and
 * concatenated values. Typed arrays are copied as they are, so the machine must be little-endian. Of Node's platforms,
 * all but s390x are.
 */
export function encodeBlock(rows: number, columns: readonly Column[]): Buffer {
  const parts: Uint8Array[] = [varint(columns.length), varint(rows)]
  for (const column of columns) {
    parts.push(prefixed(column.name), prefixed(column.type))
    for (const part of column.parts) parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The bytes of the first `length` elements of a typed array. */
export function bytesOf(
  column: Uint16Array | Uint32Array | Int32Array | Float64Array | BigUint64Array,
  length: number,
): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, length * column.BYTES_PER_ELEMENT)
}

/** A string with its length before it, as in a String column. */
export function prefixed(text: string): Buffer {
  return together([text])
}

/** The most bytes that a string takes in a String column: those of its length, and three per UTF-16 unit. */
export function mostBytesOf({ length }: string): number {
  return 5 + 3 * length
}

/** Such texts are written before their length is known: it fits into a byte. */
const SHORT_UNITS = 42

/** Writes a string with its length before it, as in a String column, into a buffer with enough room. Returns where it ends. */
export function writePrefixed(into: Buffer, from: number, text: string): number {
  if (text.length <= SHORT_UNITS) {
    const length = into.write(text, from + 1)
    into[from] = length
    return from + 1 + length
  }
  let at = from
  let rest = Buffer.byteLength(text)
  for (; rest >= 128; rest = Math.floor(rest / 128)) into[at++] = (rest % 128) | 128
  into[at++] = rest
  return at + into.write(text, at)
}

/** Strings of a String column in one buffer: each in its own would cost ten times as much. */
function together(texts: readonly string[]): Buffer {
  const into = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + mostBytesOf(text), 0))
  const end = texts.reduce((at, text) => writePrefixed(into, at, text), 0)
  return into.subarray(0, end)
}

/** A dictionary-encoded column for repeating texts. The store also accepts it for a column of strings. */
export function repeatedTexts(
  name: string,
  texts: readonly string[],
  numbers: Uint32Array,
  rows: number,
): Column {
  const parts = [
    bytesOf(BigUint64Array.of(SHARED_TEXTS, OWN_TEXTS_UINT32, BigInt(texts.length)), 3),
    together(texts),
    bytesOf(BigUint64Array.of(BigInt(rows)), 1),
    bytesOf(numbers, rows),
  ]
  return { name, type: 'LowCardinality(String)', parts }
}

/** A plain column of strings, for texts that hardly repeat. */
export function distinctTexts(name: string, texts: readonly string[]): Column {
  return { name, type: 'String', parts: [together(texts)] }
}

/**
 * The header of ClickHouse's LowCardinality serialization: its version, then flags for a block with its own dictionary
 * and 32-bit indices.
 */
const SHARED_TEXTS = 1n
const OWN_TEXTS_UINT32 = 0x202n

/** Writes the low and high half of a 64-bit integer. */
export function writeHalves(halves: Int32Array, row: number, value: number): void {
  // Bitwise operators reduce modulo 2^32, which gives the low half even of a negative number.
  halves[row * 2] = value | 0
  halves[row * 2 + 1] = Math.floor(value / 4_294_967_296)
}

/** Unsigned LEB128. */
function varint(value: number): Buffer {
  const encoded: number[] = []
  let rest = value
  while (rest >= 128) {
    encoded.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...encoded, rest])
}
