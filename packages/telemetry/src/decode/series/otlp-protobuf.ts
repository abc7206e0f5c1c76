import { WireType } from '@bufbuild/protobuf/wire'
import { microsOfNanos } from '../epoch-times.ts'
import { MessageReader } from './messages.ts'
import {
  type Attributes,
  histogramKinds,
  MOST_ATTRIBUTES,
  microsOfPoint,
  type OtlpPoint,
  OtlpSeries,
  tooManyAttributes,
} from './otlp.ts'
import type { Series } from './series.ts'

/** A field of a message; false where it is not one that is read. */
type ReadField = (field: number, type: WireType) => boolean

/** Reads the fields of a message one by one. */
function* fieldsOf(reader: MessageReader): Generator<readonly [field: number, type: WireType]> {
  const end = reader.end()
  while (reader.pos < end) yield reader.tag()
  reader.close(end)
}

function readMessage(reader: MessageReader, readField: ReadField): void {
  for (const [field, type] of fieldsOf(reader)) {
    if (!readField(field, type)) reader.skip(type, field)
  }
}

const LEN = WireType.LengthDelimited

/**
 * Reads the points of an ExportMetricsServiceRequest
 * ({@link https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/metrics/v1/metrics.proto}),
 * a series each. Yields undefined now and then. Throws where the bytes are no such request.
 */
export function* readOtlpProtobuf(bytes: Uint8Array): Generator<Series | undefined, void> {
  const reader = new MessageReader(bytes)
  const series = new OtlpSeries()
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag()
    yield undefined
    reader.turned()
    if (field === 1 && type === LEN) yield* readResourceMetrics(reader, series)
    else reader.skip(type, field)
  }
}

function* readResourceMetrics(
  reader: MessageReader,
  series: OtlpSeries,
): Generator<Series | undefined, void> {
  // The resource may stand behind its metrics.
  const scopes: number[] = []
  let attributes: Attributes = new Map()
  let end = reader.pos
  for (const [field, type] of fieldsOf(reader)) {
    if (field === 1 && type === LEN) attributes = readAttributes(reader, 1)
    else {
      if (field === 2 && type === LEN) scopes.push(reader.pos)
      reader.skip(type, field)
    }
    end = reader.pos
  }
  series.begin(attributes)
  for (const at of scopes) {
    yield undefined
    reader.turned()
    reader.pos = at
    for (const [field, type] of fieldsOf(reader)) {
      if (field === 2 && type === LEN) yield* readMetric(reader, series)
      else reader.skip(type, field)
    }
  }
  reader.pos = Math.max(end, reader.pos)
}

/** By the number of their field in a metric. */
const numberKinds = new Set([5, 7])
const otherKinds = new Map<number, string>([
  [9, histogramKinds.histogram],
  [10, histogramKinds.exponentialHistogram],
  [11, histogramKinds.summary],
])

function* readMetric(reader: MessageReader, series: OtlpSeries): Generator<Series | undefined> {
  let name = ''
  const data: number[] = []
  let end = reader.pos
  for (const [field, type] of fieldsOf(reader)) {
    const other = otherKinds.get(field)
    if (field === 1 && type === LEN) name = reader.string()
    else if (numberKinds.has(field) && type === LEN) {
      data.push(reader.pos)
      reader.skip(type, field)
    } else {
      if (other !== undefined) yield series.refused(name, other)
      reader.skip(type, field)
    }
    end = reader.pos
  }
  for (const at of data) {
    reader.pos = at
    for (const [field, type] of fieldsOf(reader)) {
      if (field === 1 && type === LEN) {
        yield series.of(name, readPoint(reader))
        reader.turned()
      } else reader.skip(type, field)
    }
  }
  reader.pos = end
}

/** A point that says that there is no value. */
const NO_VALUE = 1

function readPoint(reader: MessageReader): OtlpPoint {
  const attributes = new Map<string, string>()
  let nanos = 0n
  let value: number | undefined
  let flags = 0
  readMessage(reader, (field, type) => {
    if (field === 7 && type === LEN) readAttribute(reader, attributes)
    else if (field === 3 && type === WireType.Bit64) nanos = BigInt(reader.fixed64())
    else if (field === 4 && type === WireType.Bit64) value = reader.double()
    else if (field === 6 && type === WireType.Bit64) value = Number(reader.sfixed64())
    else if (field === 8 && type === WireType.Varint) flags = reader.uint32()
    else return false
    return true
  })
  const isThere = value !== undefined && (flags & NO_VALUE) === 0
  const sample = isThere ? { value, micros: microsOfPoint(microsOfNanos(nanos)) } : undefined
  return { attributes, sample }
}

/** A message whose attributes are in this field. */
function readAttributes(reader: MessageReader, attributesField: number): Attributes {
  const attributes = new Map<string, string>()
  readMessage(reader, (field, type) => {
    if (field !== attributesField || type !== LEN) return false
    readAttribute(reader, attributes)
    return true
  })
  return attributes
}

function readAttribute(reader: MessageReader, attributes: Map<string, string>): void {
  let key = ''
  let value: string | undefined
  readMessage(reader, (field, type) => {
    if (type !== LEN) return false
    if (field === 1) key = reader.string()
    else if (field === 2) value = readValue(reader)
    else return false
    return true
  })
  if (value === undefined) return
  attributes.set(key, value)
  if (attributes.size > MOST_ATTRIBUTES) throw tooManyAttributes()
}

/** A text, a boolean or a number as text; lists, maps and bytes name nothing. */
function readValue(reader: MessageReader): string | undefined {
  let value: string | undefined
  readMessage(reader, (field, type) => {
    if (field === 1 && type === LEN) value = reader.string()
    else if (field === 2 && type === WireType.Varint) value = String(reader.bool())
    else if (field === 3 && type === WireType.Varint) value = String(reader.int64())
    else if (field === 4 && type === WireType.Bit64) value = String(reader.double())
    else return false
    return true
  })
  return value
}
