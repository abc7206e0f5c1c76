/** For tests of blocks: decodes one as ClickHouse does. */
export function decode(block: Buffer) {
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = block.readUInt8(at++)
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }
  const text = () => {
    const length = varint()
    at += length
    return block.toString('utf8', at - length, at)
  }
  const fixed =
    <Value>(size: number, read: (at: number) => Value) =>
    () => {
      at += size
      return read(at - size)
    }
  const readers: Record<string, () => unknown> = {
    UInt16: fixed(2, (from) => block.readUInt16LE(from)),
    Date: fixed(2, (from) => block.readUInt16LE(from)),
    UInt32: fixed(4, (from) => block.readUInt32LE(from)),
    "DateTime('UTC')": fixed(4, (from) => block.readUInt32LE(from)),
    "DateTime64(3, 'UTC')": fixed(8, (from) => block.readBigInt64LE(from)),
    "DateTime64(6, 'UTC')": fixed(8, (from) => block.readBigInt64LE(from)),
    Float64: fixed(8, (from) => block.readDoubleLE(from)),
    UInt64: fixed(8, (from) => block.readBigUInt64LE(from)),
    UInt128: fixed(
      16,
      (from) => (block.readBigUInt64LE(from + 8) << 64n) + block.readBigUInt64LE(from),
    ),
    String: text,
  }
  const long = fixed(8, (from) => Number(block.readBigUInt64LE(from)))
  const dictionary = (rows: number) => {
    const [version, form] = [long(), long()]
    if (version !== 1 || form !== 0x202) throw new Error(`No dictionary: ${version}, ${form}.`)
    const texts = Array.from({ length: long() }, text)
    if (long() !== rows) throw new Error('The dictionary is of another number of rows.')
    return Array.from({ length: rows }, () => texts[Number(readers.UInt32?.())])
  }
  const [columns, rows] = [varint(), varint()]
  const table: Record<string, unknown[]> = {}
  for (let column = 0; column < columns; column++) {
    const [name, type] = [text(), text()]
    table[name] =
      type === 'LowCardinality(String)'
        ? dictionary(rows)
        : Array.from({ length: rows }, () => readers[type]?.())
  }
  if (at !== block.length) throw new Error(`The block goes on after ${at} bytes.`)
  return table
}

/** The rows of what {@link decode} returned. */
export function rowsOf(table: Record<string, unknown[]>): Record<string, unknown>[] {
  const [first = []] = Object.values(table)
  return first.map((_, row) =>
    Object.fromEntries(Object.entries(table).map(([name, values]) => [name, values[row]])),
  )
}
