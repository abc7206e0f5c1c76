import {
  Batch,
  Column,
  columnFromArray,
  type DataType,
  type Table,
  tableFromColumns,
  tableToIPC,
  timestamp,
  utf8View,
} from '@uwdata/flechette'

/** For tests: a column of timestamps in any unit, given as stored integers. */
export function timesColumn(
  unit: 0 | 1 | 2 | 3,
  values: readonly bigint[],
  zone?: string,
): Column<unknown> {
  return rawColumn(timestamp(unit, zone ?? null), BigInt64Array.from(values))
}

/** A column with the given values, unconverted. */
export function rawColumn(type: DataType, values: BigInt64Array): Column<unknown> {
  const validity = new Uint8Array(0)
  const batch = new Batch({ length: values.length, nullCount: 0, type, validity, values })
  return new Column([batch], type)
}

/** A column of string views, which the library cannot build. Longer strings are stored in one buffer. */
export function viewsColumn(texts: readonly string[]): Column<unknown> {
  const values = Buffer.alloc(texts.length * 16)
  let viewed = Buffer.alloc(0)
  const places = new Map<string, number>()
  for (const [row, text] of texts.entries()) {
    const bytes = Buffer.from(text)
    values.writeInt32LE(bytes.length, row * 16)
    bytes.copy(values, row * 16 + 4, 0, bytes.length > 12 ? 4 : 12)
    if (bytes.length <= 12) continue
    const place = places.get(text) ?? viewed.length
    values.writeInt32LE(place, row * 16 + 12)
    if (place === viewed.length) viewed = Buffer.concat([viewed, bytes])
    places.set(text, place)
  }
  const options = {
    length: texts.length,
    nullCount: 0,
    type: utf8View(),
    values: new Uint8Array(values),
  }
  const batch = new Batch({ ...options, validity: new Uint8Array(0) })
  return new Column([Object.assign(batch, { data: [new Uint8Array(viewed)] })], utf8View())
}

/** A table as another library writes it: columns by name, each a list of values with its type. */
export function arrowOf(
  columns: Record<string, Column<unknown> | readonly [DataType, readonly unknown[]]>,
): Uint8Array {
  const built = Object.entries(columns).map(([name, column]): [string, Column<unknown>] => [
    name,
    column instanceof Column ? column : columnFromArray([...column[1]], column[0]),
  ])
  return encoded(tableFromColumns(built))
}

export function encoded(table: Table): Uint8Array {
  const bytes = tableToIPC(table, { format: 'stream' })
  if (bytes === null) throw new Error('The table came to nothing.')
  return bytes
}
