import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { jsonAttributes, type TestAttributes, writeAttributes } from './otlp-values.ts'

/** A point with a resource of its own. An undefined value is written as a point without one. */
export interface TestPoint {
  readonly name?: string
  /** Attributes of its resource. */
  readonly resource?: TestAttributes
  readonly scope?: TestScope
  readonly attributes?: TestAttributes
  /** Epoch milliseconds. */
  readonly time: number
  readonly value: number | undefined
  /** Default: gauge. */
  readonly kind?: keyof typeof kinds
}

export interface TestScope {
  readonly name?: string
  readonly version?: string
  readonly attributes?: TestAttributes
}

/** The field of each kind of data in a metric, and that of attributes in its points. */
const kinds = {
  gauge: [5, 7],
  sum: [7, 7],
  histogram: [9, 9],
  exponentialHistogram: [10, 1],
  summary: [11, 7],
} as const

const LEN = WireType.LengthDelimited

/** An ExportMetricsServiceRequest in protobuf. Integers are written as such. */
export function otlpRequest(points: readonly TestPoint[]): Buffer {
  const request = new BinaryWriter()
  for (const point of points) request.tag(1, LEN).bytes(resourceOf(point))
  return Buffer.from(request.finish())
}

function resourceOf({ resource = {}, scope = {}, ...point }: TestPoint): Uint8Array {
  // The scope comes after its metrics, as the protocol allows.
  const metrics = new BinaryWriter().tag(2, LEN).bytes(metricOf(point))
  metrics.tag(1, LEN).bytes(scopeOf(scope))
  const attributes = writeAttributes(new BinaryWriter(), 1, resource).finish()
  const own = new BinaryWriter().tag(1, LEN).bytes(attributes)
  return own.tag(2, LEN).bytes(metrics.finish()).finish()
}

function scopeOf({ name = '', version = '', attributes = {} }: TestScope): Uint8Array {
  const scope = new BinaryWriter().tag(1, LEN).string(name).tag(2, LEN).string(version)
  return writeAttributes(scope, 3, attributes).finish()
}

function metricOf({ name = 'temperature', kind = 'gauge', ...point }: TestPoint): Uint8Array {
  const [field, ofAttributes] = kinds[kind]
  const data = new BinaryWriter().tag(1, LEN).bytes(pointOf(point, ofAttributes)).finish()
  const metric = new BinaryWriter().tag(1, LEN).string(name)
  return metric.tag(field, LEN).bytes(data).finish()
}

function pointOf({ attributes = {}, time, value }: TestPoint, attributesField: number): Uint8Array {
  const writer = new BinaryWriter().tag(3, WireType.Bit64).fixed64(BigInt(time) * 1_000_000n)
  if (value === undefined) writer.tag(8, WireType.Varint).uint32(1)
  else if (Number.isSafeInteger(value)) writer.tag(6, WireType.Bit64).sfixed64(BigInt(value))
  else writer.tag(4, WireType.Bit64).double(value)
  return writeAttributes(writer, attributesField, attributes).finish()
}

/** The same request in JSON. */
export function otlpJson(points: readonly TestPoint[]): object {
  return {
    resourceMetrics: points.map(
      ({ resource = {}, scope: { attributes = {}, ...scope } = {}, ...point }) => ({
        resource: { attributes: jsonAttributes(resource) },
        scopeMetrics: [
          {
            scope: { ...scope, attributes: jsonAttributes(attributes) },
            metrics: [jsonMetric(point)],
          },
        ],
      }),
    ),
  }
}

function jsonMetric({
  name = 'temperature',
  kind = 'gauge',
  attributes = {},
  time,
  value,
}: TestPoint) {
  const written = Number.isSafeInteger(value) ? { asInt: String(value) } : { asDouble: value }
  const point = {
    attributes: jsonAttributes(attributes),
    timeUnixNano: `${time}000000`,
    ...(value === undefined ? { flags: 1 } : written),
  }
  return { name, [kind]: { dataPoints: [point] } }
}
