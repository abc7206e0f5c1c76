import { quoted } from '../faults.ts'
import { ArrowFault, type FlatTable } from './flat-table.ts'

export interface Field {
  readonly name: string
  readonly type: ColumnType
  /** For a dictionary-encoded column, whose `type` is that of the dictionary. */
  readonly dictionary?: { readonly id: number; readonly index: IntType }
}

export interface IntType {
  readonly kind: 'int'
  readonly bits: 8 | 16 | 32 | 64
  readonly signed: boolean
}

export type ColumnType =
  | IntType
  | { readonly kind: 'null' | 'bool' }
  | { readonly kind: 'float'; readonly bits: 32 | 64 }
  | { readonly kind: 'timestamp'; readonly perSecond: TimestampUnit }
  /** Strings are found by 32-bit offsets, by 64-bit offsets (`large`), or each by a view. */
  | { readonly kind: 'utf8'; readonly form: 'plain' | 'large' | 'view' }

export type TimestampUnit = 1 | 1e3 | 1e6 | 1e9

/** The members of the union `Type` in Arrow's Schema.fbs, by their number. */
const typeNames = [
  ...['none', 'null', 'int', 'float', 'binary', 'utf8', 'bool', 'decimal', 'date', 'time'],
  ...['timestamp', 'interval', 'list', 'struct', 'union', 'fixed-size binary', 'fixed-size list'],
  ...['map', 'duration', 'large binary', 'large utf8', 'large list', 'run-end encoded'],
  ...['binary view', 'utf8 view', 'list view', 'large list view'],
]

const textForms = new Map<string, 'plain' | 'large' | 'view'>([
  ['utf8', 'plain'],
  ['large utf8', 'large'],
  ['utf8 view', 'view'],
])

const units = [1, 1e3, 1e6, 1e9] as const

/** The columns that a schema message declares. Throws {@link ArrowFault} for types that hold no samples. */
export function readSchema(header: FlatTable): Field[] {
  if (header.int16(0, 0) !== 0) {
    throw new ArrowFault('is big-endian: write it on, or convert it for, a little-endian machine')
  }
  const fields = header.tables(1).map(fieldOf)
  const names = new Set<string>()
  for (const { name } of fields) {
    if (names.has(name)) throw new ArrowFault(`has two columns named ${quoted(name)}`)
    names.add(name)
  }
  return fields
}

function fieldOf(field: FlatTable): Field {
  const name = field.text(0)
  const type = typeOf(name, field)
  const encoding = field.table(4)
  if (encoding === undefined) return { name, type }
  if (type.kind !== 'utf8') throw unsupported(name, 'a dictionary of anything but strings')
  const index = encoding.table(1)
  // Arrow's default if the index type is missing.
  const int = index ? intOf(name, index) : { kind: 'int' as const, bits: 32 as const, signed: true }
  return { name, type, dictionary: { id: encoding.int64(0), index: int } }
}

function typeOf(name: string, field: FlatTable): ColumnType {
  const kind = typeNames[field.int8(2, 0)] ?? 'none'
  const traits = field.table(3)
  if (kind === 'null' || kind === 'bool') return { kind }
  const form = textForms.get(kind)
  if (form) return { kind: 'utf8', form }
  if (traits === undefined) throw unsupported(name, kind)
  if (kind === 'int') return intOf(name, traits)
  if (kind === 'float') return { kind, bits: floatBits(name, traits.int16(0, 0)) }
  const perSecond = units[traits.int16(0, 0)]
  if (kind === 'timestamp' && perSecond !== undefined) return { kind, perSecond }
  throw unsupported(name, kind)
}

function intOf(name: string, traits: FlatTable): IntType {
  const bits = traits.int32(0, 0)
  if (bits !== 8 && bits !== 16 && bits !== 32 && bits !== 64) throw unsupported(name, `int${bits}`)
  return { kind: 'int', bits, signed: traits.int8(1, 0) !== 0 }
}

function floatBits(name: string, precision: number): 32 | 64 {
  if (precision === 1) return 32
  if (precision === 2) return 64
  throw unsupported(name, 'float16')
}

function unsupported(name: string, what: string): ArrowFault {
  const detail = `has a column ${quoted(name)} of type ${what}, which cannot hold samples`
  return new ArrowFault(`${detail}: cast it to float, int, bool or utf8, or leave it out`)
}
