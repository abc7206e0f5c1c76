import { WireType } from '@bufbuild/protobuf/wire'
import {
  type AttributeValue,
  bytesValue,
  doubleValue,
  emptyValue,
  listValue,
  MAX_DEPTH,
  mapValue,
  plainValue,
  tooDeep,
} from './attribute-values.ts'
import { Attributes } from './attributes.ts'
import { type MessageReader, readMessage } from './messages.ts'

const LEN = WireType.LengthDelimited

/** The attributes of a message, in the given field. */
export function readAttributes(reader: MessageReader, attributesField: number): Attributes {
  const attributes = new Attributes()
  readMessage(reader, (field, type) => {
    if (field !== attributesField || type !== LEN) return false
    readAttribute(reader, attributes)
    return true
  })
  return attributes
}

export function readAttribute(reader: MessageReader, attributes: Attributes): void {
  if (attributes.fault === undefined) attributes.put(...readPair(reader, 0))
  else reader.skip(LEN)
}

/** A KeyValue of OpenTelemetry. */
function readPair(reader: MessageReader, depth: number): [key: string, value: AttributeValue] {
  let key = ''
  let value = emptyValue
  readMessage(reader, (field, type) => {
    if (type !== LEN) return false
    if (field === 1) key = reader.string()
    else if (field === 2) value = readValue(reader, depth)
    else return false
    return true
  })
  return [key, value]
}

/** An AnyValue of OpenTelemetry. */
function readValue(reader: MessageReader, depth: number): AttributeValue {
  let value = emptyValue
  readMessage(reader, (field, type) => {
    if (field === 1 && type === LEN) value = reader.string()
    else if (field === 2 && type === WireType.Varint) value = plainValue(String(reader.bool()))
    else if (field === 3 && type === WireType.Varint) value = plainValue(String(reader.int64()))
    else if (field === 4 && type === WireType.Bit64) value = doubleValue(reader.double())
    else if ((field === 5 || field === 6) && type === LEN) {
      if (depth === MAX_DEPTH) {
        value = tooDeep
        return false
      }
      value = field === 5 ? readList(reader, depth + 1) : readMap(reader, depth + 1)
    } else if (field === 7 && type === LEN) value = bytesValue(reader.bytes())
    else return false
    return true
  })
  return value
}

function readList(reader: MessageReader, depth: number): AttributeValue {
  const values: AttributeValue[] = []
  readMessage(reader, (field, type) => {
    if (field !== 1 || type !== LEN) return false
    values.push(readValue(reader, depth))
    return true
  })
  return listValue(values)
}

function readMap(reader: MessageReader, depth: number): AttributeValue {
  const entries = new Map<string, AttributeValue>()
  readMessage(reader, (field, type) => {
    if (field !== 1 || type !== LEN) return false
    entries.set(...readPair(reader, depth))
    return true
  })
  return mapValue(entries)
}
