import { WireType } from '@bufbuild/protobuf/wire'
import { microsOfNanos } from '../epoch-times.ts'
import { Attributes } from './attributes.ts'
import { fieldsOf, MessageReader, readMessage } from './messages.ts'
import {
  type HistogramKind,
  histogramKinds,
  microsOfPoint,
  type OtlpPoint,
  type OtlpScope,
  OtlpSeries,
  refusalOf,
} from './otlp.ts'
import { readAttribute, readAttributes } from './otlp-attributes.ts'
import type { Series } from './series.ts'

const LEN = WireType.LengthDelimited

/**
 * Reads the points of an ExportMetricsServiceRequest ({@link
 * https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/metrics/v1/metrics.proto}), each
 * as a series. Yields undefined now and then. Throws if the bytes are no such request.
 */
export function* readOtlpProtobuf(bytes: Uint8Array): Generator<Series | undefined, void> {
  const reader = new MessageReader(bytes)
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag()
    yield undefined
    reader.turned()
    if (field === 1 && type === LEN) yield* readResourceMetrics(reader)
    else reader.skip(type, field)
  }
}

function* readResourceMetrics(reader: MessageReader): Generator<Series | undefined, void> {
  // The resource may come after its metrics.
  const scopes: number[] = []
  let attributes = new Attributes()
  let end = reader.pos
  for (const [field, type] of fieldsOf(reader)) {
    if (field === 1 && type === LEN) attributes = readAttributes(reader, 1)
    else {
      if (field === 2 && type === LEN) scopes.push(reader.pos)
      reader.skip(type, field)
    }
    end = reader.pos
  }
  const traits = () => attributes.traits()
  for (const at of scopes) {
    reader.pos = at
    yield* readScopeMetrics(reader, (scope) => new OtlpSeries(attributes, traits, scope))
  }
  reader.pos = end
}

/** A reader yields after this many metrics, since each may be empty. */
const METRICS_PER_YIELD = 500

function* readScopeMetrics(
  reader: MessageReader,
  seriesOf: (scope: OtlpScope) => OtlpSeries,
): Generator<Series | undefined, void> {
  // The scope may come after its metrics, too.
  const metrics: number[] = []
  let scope: OtlpScope = { name: '', version: '', attributes: new Attributes() }
  for (const [field, type] of fieldsOf(reader)) {
    if (metrics.length % METRICS_PER_YIELD === 0) {
      yield undefined
      reader.turned()
    }
    if (field === 1 && type === LEN) scope = readScope(reader)
    else {
      if (field === 2 && type === LEN) metrics.push(reader.pos)
      reader.skip(type, field)
    }
  }
  const series = seriesOf(scope)
  for (const [i, at] of metrics.entries()) {
    if (i % METRICS_PER_YIELD === 0) {
      yield undefined
      reader.turned()
    }
    reader.pos = at
    yield* readMetric(reader, series)
  }
}

function readScope(reader: MessageReader): OtlpScope {
  let [name, version] = ['', '']
  const attributes = new Attributes()
  readMessage(reader, (field, type) => {
    if (type !== LEN) return false
    if (field === 1) name = reader.string()
    else if (field === 2) version = reader.string()
    else if (field === 3) readAttribute(reader, attributes)
    else return false
    return true
  })
  return { name, version, attributes }
}

/** By their field number in Metric. */
const numberKinds = new Set([5, 7])
const otherKinds = new Map<number, OtherKind>([
  [9, { kind: histogramKinds.histogram, attributes: 9 }],
  [10, { kind: histogramKinds.exponentialHistogram, attributes: 1 }],
  [11, { kind: histogramKinds.summary, attributes: 7 }],
])

interface OtherKind {
  readonly kind: HistogramKind
  /** The field of a point's attributes. */
  readonly attributes: number
}

function* readMetric(reader: MessageReader, series: OtlpSeries): Generator<Series | undefined> {
  // The name may come after the points.
  let name = ''
  const data: [at: number, other: OtherKind | undefined][] = []
  let end = reader.pos
  for (const [field, type] of fieldsOf(reader)) {
    if (field === 1 && type === LEN) name = reader.string()
    else {
      const other = otherKinds.get(field)
      if ((other ?? numberKinds.has(field)) && type === LEN) data.push([reader.pos, other])
      reader.skip(type, field)
    }
    end = reader.pos
  }
  for (const [at, other] of data) {
    reader.pos = at
    if (other === undefined) yield* readPoints(reader, () => series.of(name, readPoint(reader)))
    else {
      const refused = refusalOf(other.kind)
      yield* readPoints(reader, () =>
        series.refused(name, readAttributes(reader, other.attributes), refused),
      )
    }
  }
  reader.pos = end
}

function* readPoints(reader: MessageReader, next: () => Series): Generator<Series | undefined> {
  for (const [field, type] of fieldsOf(reader)) {
    if (field === 1 && type === LEN) {
      yield next()
      reader.turned()
    } else reader.skip(type, field)
  }
}

function readPoint(reader: MessageReader): OtlpPoint {
  const attributes = new Attributes()
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
  return { attributes, value, micros: microsOfPoint(microsOfNanos(nanos)), flags }
}
