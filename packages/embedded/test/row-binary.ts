/** `rows` rows of (UInt64 counting from `first`, Float64) in RowBinary. */
export function rowBinary(first: number, rows: number): Buffer {
  const bytes = Buffer.alloc(rows * 16)
  for (let row = 0; row < rows; row += 1) {
    bytes.writeBigUInt64LE(BigInt(first + row), row * 16)
    bytes.writeDoubleLE(row / 2, row * 16 + 8)
  }
  return bytes
}

/** The same as one block of the Native format. */
export function nativeBlock(first: number, rows: number): Buffer {
  const ids = Buffer.alloc(rows * 8)
  const values = Buffer.alloc(rows * 8)
  for (let row = 0; row < rows; row += 1) {
    ids.writeBigUInt64LE(BigInt(first + row), row * 8)
    values.writeDoubleLE(row / 2, row * 8)
  }
  return Buffer.concat([
    ...[varint(2), varint(rows)],
    ...[text('id'), text('UInt64'), ids],
    ...[text('value'), text('Float64'), values],
  ])
}

function text(value: string): Buffer {
  return Buffer.concat([varint(value.length), Buffer.from(value)])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0))
    if (rest < 128) return Buffer.from(bytes)
  }
}
