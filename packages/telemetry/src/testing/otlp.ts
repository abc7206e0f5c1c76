import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'

/** A point of a resource of its own; undefined says that there is no value. */
export interface TestPoint {
  readonly name?: string
  /** Of its resource. */
  readonly resource?: Readonly<Record<string, string | number | boolean>>
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  /** Epoch milliseconds. */
  readonly time: number
  readonly value: number | undefined
  readonly kind?: 'gauge' | 'sum'
}

const LEN = WireType.LengthDelimited

/** An ExportMetricsServiceRequest in protobuf; an integer is written as one. */
export function otlpRequest(points: readonly TestPoint[]): Buffer {
  const request = new BinaryWriter()
  for (const point of points) request.tag(1, LEN).bytes(resourceOf(point))
  return Buffer.from(request.finish())
}

function resourceOf({ resource = {}, ...point }: TestPoint): Uint8Array {
  const metrics = new BinaryWriter().tag(2, LEN).bytes(metricOf(point)).finish()
  const attributes = new BinaryWriter()
  for (const pair of Object.entries(resource)) attributes.tag(1, LEN).bytes(attributeOf(...pair))
  const own = new BinaryWriter().tag(1, LEN).bytes(attributes.finish())
  return own.tag(2, LEN).bytes(metrics).finish()
}

function metricOf({ name = 'temperature', kind = 'gauge', ...point }: TestPoint): Uint8Array {
  const data = new BinaryWriter().tag(1, LEN).bytes(pointOf(point)).finish()
  const metric = new BinaryWriter().tag(1, LEN).string(name)
  return metric
    .tag(kind === 'gauge' ? 5 : 7, LEN)
    .bytes(data)
    .finish()
}

function pointOf({ attributes = {}, time, value }: TestPoint): Uint8Array {
  const writer = new BinaryWriter().tag(3, WireType.Bit64).fixed64(BigInt(time) * 1_000_000n)
  if (value === undefined) writer.tag(8, WireType.Varint).uint32(1)
  else if (Number.isSafeInteger(value)) writer.tag(6, WireType.Bit64).sfixed64(BigInt(value))
  else writer.tag(4, WireType.Bit64).double(value)
  for (const pair of Object.entries(attributes)) writer.tag(7, LEN).bytes(attributeOf(...pair))
  return writer.finish()
}

function attributeOf(key: string, value: string | number | boolean): Uint8Array {
  const any = new BinaryWriter()
  if (typeof value === 'string') any.tag(1, LEN).string(value)
  else if (typeof value === 'boolean') any.tag(2, WireType.Varint).bool(value)
  else if (Number.isSafeInteger(value)) any.tag(3, WireType.Varint).int64(value)
  else any.tag(4, WireType.Bit64).double(value)
  return new BinaryWriter().tag(1, LEN).string(key).tag(2, LEN).bytes(any.finish()).finish()
}

/** The same request in JSON. */
export function otlpJson(points: readonly TestPoint[]): object {
  return {
    resourceMetrics: points.map(({ resource = {}, ...point }) => ({
      resource: { attributes: attributesOf(resource) },
      scopeMetrics: [{ scope: { name: 'test' }, metrics: [jsonMetric(point)] }],
    })),
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
    attributes: attributesOf(attributes),
    timeUnixNano: `${time}000000`,
    ...(value === undefined ? { flags: 1 } : written),
  }
  return { name, [kind]: { dataPoints: [point] } }
}

function attributesOf(attributes: NonNullable<TestPoint['attributes']>) {
  return Object.entries(attributes).map(([key, value]) => {
    if (typeof value === 'string') return { key, value: { stringValue: value } }
    if (typeof value === 'boolean') return { key, value: { boolValue: value } }
    const isWhole = Number.isSafeInteger(value)
    return { key, value: isWhole ? { intValue: String(value) } : { doubleValue: value } }
  })
}
