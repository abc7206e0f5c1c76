import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'

/** The value of an attribute. A whole number is written as an integer unless it is marked as a double. */
export type TestValue =
  | string
  | number
  | boolean
  | Uint8Array
  | null
  | { readonly list: readonly TestValue[] }
  | { readonly double: number }
  | { readonly map: TestAttributes }

export type TestAttributes = { readonly [key: string]: TestValue }

const LEN = WireType.LengthDelimited

/** Writes attributes into a field of a message. */
export function writeAttributes(to: BinaryWriter, field: number, attributes: TestAttributes) {
  for (const [key, value] of Object.entries(attributes)) {
    const pair = new BinaryWriter().tag(1, LEN).string(key)
    to.tag(field, LEN).bytes(pair.tag(2, LEN).bytes(anyValue(value)).finish())
  }
  return to
}

function anyValue(value: TestValue): Uint8Array {
  const any = new BinaryWriter()
  if (value === null) return any.finish()
  if (typeof value === 'string') any.tag(1, LEN).string(value)
  else if (typeof value === 'boolean') any.tag(2, WireType.Varint).bool(value)
  else if (Number.isSafeInteger(value)) any.tag(3, WireType.Varint).int64(value as number)
  else if (typeof value === 'number') any.tag(4, WireType.Bit64).double(value)
  else if (value instanceof Uint8Array) any.tag(7, LEN).bytes(value)
  else if ('list' in value) any.tag(5, LEN).bytes(listOf(value.list))
  else if ('double' in value) any.tag(4, WireType.Bit64).double(value.double)
  else if ('map' in value)
    any.tag(6, LEN).bytes(writeAttributes(new BinaryWriter(), 1, value.map).finish())
  return any.finish()
}

function listOf(values: readonly TestValue[]): Uint8Array {
  const list = new BinaryWriter()
  for (const value of values) list.tag(1, LEN).bytes(anyValue(value))
  return list.finish()
}

/** The same attributes in JSON. */
export function jsonAttributes(attributes: TestAttributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: jsonValue(value) }))
}

function jsonValue(value: TestValue): object {
  if (value === null) return {}
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (Number.isSafeInteger(value)) return { intValue: String(value) }
  if (typeof value === 'number') return { doubleValue: value }
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') }
  if ('list' in value) return { arrayValue: { values: value.list.map(jsonValue) } }
  if ('double' in value) return { doubleValue: value.double }
  return 'map' in value ? { kvlistValue: { values: jsonAttributes(value.map) } } : {}
}
