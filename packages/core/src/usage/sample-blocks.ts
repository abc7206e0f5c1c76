import { bytesOf, encodeBlock, writeHalves } from '@sluice/clickhouse'
import type { SampleSum, SampleSums } from './sample-sums.ts'

/** Rows encoded together: a fraction of a millisecond of work. */
const BLOCK_ROWS = 4_096

const bytesAs = {
  Date: (values: readonly number[]) => bytesOf(Uint16Array.from(values), values.length),
  UInt32: (values: readonly number[]) => bytesOf(Uint32Array.from(values), values.length),
  "DateTime('UTC')": (values: readonly number[]) =>
    bytesOf(Uint32Array.from(values), values.length),
  UInt64: wide,
}

interface Column {
  readonly name: string
  readonly type: keyof typeof bytesAs
  readonly of: (sum: SampleSum) => number
}

const organization: Column = { name: 'organization', type: 'UInt32', of: (sum) => sum.organization }
const samples: Column = { name: 'samples', type: 'UInt64', of: (sum) => sum.samples }

/** The columns of both tables. */
const acceptedColumns: readonly Column[] = [
  organization,
  { name: 'day', type: 'Date', of: ({ hour }) => Math.floor(hour / 24) },
  { name: 'thing', type: 'UInt32', of: (sum) => sum.thing },
  samples,
]
const hourColumns: readonly Column[] = [
  organization,
  { name: 'hour', type: "DateTime('UTC')", of: ({ hour }) => hour * 3600 },
  samples,
]

/** The rows to insert into one table. */
export interface TableRows {
  readonly table: 'accepted' | 'accepted_hours'
  readonly columns: string
  readonly blocks: readonly Buffer[]
}

/** The sums as rows of both tables, block by block: for `inSlices`. */
export function* encodeSums(sums: SampleSums): Generator<void, readonly TableRows[]> {
  return [
    yield* encodeTable('accepted', acceptedColumns, sums.byThing()),
    yield* encodeTable('accepted_hours', hourColumns, sums.byHour()),
  ]
}

function* encodeTable(
  table: TableRows['table'],
  columns: readonly Column[],
  sums: Iterable<SampleSum>,
): Generator<void, TableRows> {
  const blocks: Buffer[] = []
  let rows: SampleSum[] = []
  for (const sum of sums) {
    if (rows.push(sum) < BLOCK_ROWS) continue
    blocks.push(encode(columns, rows))
    rows = []
    yield
  }
  if (rows.length > 0) blocks.push(encode(columns, rows))
  return { table, columns: columns.map(({ name }) => name).join(', '), blocks }
}

function encode(columns: readonly Column[], rows: readonly SampleSum[]): Buffer {
  return encodeBlock(
    rows.length,
    columns.map(({ name, type, of }) => ({ name, type, parts: [bytesAs[type](rows.map(of))] })),
  )
}

function wide(values: readonly number[]): Uint8Array {
  const halves = new Int32Array(values.length * 2)
  for (const [row, value] of values.entries()) writeHalves(halves, row, value)
  return bytesOf(halves, halves.length)
}
