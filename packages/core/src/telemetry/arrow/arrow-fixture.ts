import {
  Batch,
  Column,
  columnFromArray,
  type DataType,
  type Table,
  tableFromColumns,
  tableToIPC,
  timestamp,
} from '@uwdata/flechette'

/** For tests: a column of timestamps of any unit, given as the integers that are stored. */
export function timesColumn(
  unit: 0 | 1 | 2 | 3,
  values: readonly bigint[],
  zone?: string,
): Column<unknown> {
  return rawColumn(timestamp(unit, zone ?? null), BigInt64Array.from(values))
}

/** A column whose values are written as they are. */
export function rawColumn(type: DataType, values: BigInt64Array): Column<unknown> {
  const validity = new Uint8Array(0)
  const batch = new Batch({ length: values.length, nullCount: 0, type, validity, values })
  return new Column([batch], type)
}

/** A table as another library writes it: the columns by name, each a list of values with their type. */
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
