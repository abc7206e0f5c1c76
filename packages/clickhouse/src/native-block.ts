/** A column of a block, its values end to end in as many pieces as they come in. */
export interface Column {
  readonly name: string
  /** As ClickHouse writes it, for example UInt32. */
  readonly type: string
  readonly parts: readonly Uint8Array[]
}

/**
 * One block of ClickHouse's Native format: the counts of columns and rows, then for each column its name,
 * its type and its values end to end. Typed arrays are copied as they lie, so the machine must be
 * little-endian. Of those that Node is built for, all but s390x are.
 */
export function encodeBlock(rows: number, columns: readonly Column[]): Buffer {
  const parts: Uint8Array[] = [varint(columns.length), varint(rows)]
  for (const column of columns) {
    parts.push(prefixed(column.name), prefixed(column.type))
    for (const part of column.parts) parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The first `length` elements of a typed array as they lie in memory. */
export function bytesOf(
  column: Uint16Array | Uint32Array | Int32Array | Float64Array | BigUint64Array,
  length: number,
): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, length * column.BYTES_PER_ELEMENT)
}

/** A string behind its length, as the values of a String column lie. */
export function prefixed(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = varint(length)
  const encoded = Buffer.allocUnsafe(head.length + length)
  head.copy(encoded)
  encoded.write(text, head.length)
  return encoded
}

/**
 * A column of texts that repeat: each text once, and of each row the number of its text. The store takes it for a
 * column of strings, too.
 */
export function repeatedTexts(
  name: string,
  texts: readonly string[],
  numbers: Uint32Array,
  rows: number,
): Column {
  const parts = [
    bytesOf(BigUint64Array.of(SHARED_TEXTS, OWN_TEXTS_UINT32, BigInt(texts.length)), 3),
    ...texts.map(prefixed),
    bytesOf(BigUint64Array.of(BigInt(rows)), 1),
    bytesOf(numbers, rows),
  ]
  return { name, type: 'LowCardinality(String)', parts }
}

/** A column of strings, each written out: for texts that hardly repeat. */
export function distinctTexts(name: string, texts: readonly string[]): Column {
  return { name, type: 'String', parts: shortTexts(texts) ?? texts.map(prefixed) }
}

/** Texts of ASCII whose lengths take a byte, written as one: a tenth of what each of them would cost by itself. */
function shortTexts(texts: readonly string[]): Buffer[] | undefined {
  if (texts.some(({ length }) => length >= 128)) return undefined
  const whole = texts.map((text) => String.fromCharCode(text.length) + text).join('')
  return Buffer.byteLength(whole) === whole.length ? [Buffer.from(whole, 'latin1')] : undefined
}

/** How ClickHouse's serialization of LowCardinality begins: its version; then that a block brings its texts, and numbers of 32 bits. */
const SHARED_TEXTS = 1n
const OWN_TEXTS_UINT32 = 0x202n

/** The low and the high half of an integer of 64 bits, as they lie in memory. */
export function writeHalves(halves: Int32Array, row: number, value: number): void {
  // Bitwise operators reduce modulo 2^32, which is the low half even of a negative number.
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
