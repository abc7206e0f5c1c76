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
 * little-endian. Of those that Node 24 is built for, all but s390x are.
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
  column: Uint32Array | Int32Array | Float64Array | BigUint64Array,
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
