import { microsOfEpoch } from '../epoch-times.ts'
import { isObject } from '../intake.ts'
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
import {
  histogramKinds,
  microsOfPoint,
  type OtlpPoint,
  type OtlpScope,
  OtlpSeries,
  refusalOf,
} from './otlp.ts'
import type { Series } from './series.ts'

type Fields = Readonly<Record<string, unknown>>

/** A reader yields after this many metrics and scopes, since each may be empty. */
const PARTS_PER_YIELD = 500

/**
 * Reads the points of an ExportMetricsServiceRequest in JSON ({@link
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding}), each as a series. Yields undefined now and then.
 * Throws if it is no such request.
 */
export function* readOtlpJson(body: unknown): Generator<Series | undefined, void> {
  if (!isObject(body)) throw new Error('it must be an object: {resourceMetrics: […]}')
  let parts = 0
  for (const { resource, scopeMetrics } of listOf(body, 'resourceMetrics')) {
    yield undefined
    const attributes = attributesOf(isObject(resource) ? resource : {})
    const traits = () => attributes.traits()
    for (const metrics of listOf({ scopeMetrics }, 'scopeMetrics')) {
      if (parts++ % PARTS_PER_YIELD === 0) yield undefined
      const series = new OtlpSeries(attributes, traits, scopeOf(metrics))
      for (const metric of listOf(metrics, 'metrics')) {
        if (parts++ % PARTS_PER_YIELD === 0) yield undefined
        yield* readMetric(metric, series)
      }
    }
  }
}

function* readMetric(metric: Fields, series: OtlpSeries): Generator<Series, void> {
  const name = typeof metric.name === 'string' ? metric.name : ''
  for (const data of [metric.gauge, metric.sum]) {
    if (!isObject(data)) continue
    for (const point of listOf(data, 'dataPoints')) yield series.of(name, readPoint(point))
  }
  for (const [field, kind] of Object.entries(histogramKinds)) {
    const data = metric[field]
    if (!isObject(data)) continue
    const refused = refusalOf(kind)
    for (const point of listOf(data, 'dataPoints')) {
      yield series.refused(name, attributesOf(point), refused)
    }
  }
}

function readPoint(point: Fields): OtlpPoint {
  const { timeUnixNano, asDouble, asInt, flags } = point
  return {
    attributes: attributesOf(point),
    // 64-bit integers are strings in JSON, but some encoders write numbers.
    value: numberOf(asDouble ?? asInt ?? undefined),
    micros: microsOfPoint(microsOfEpoch(String(timeUnixNano ?? 0), 'ns')),
    flags: Number(flags ?? 0),
  }
}

/** `"NaN"` and `"Infinity"` are strings in protobuf's JSON. */
function numberOf(value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? Number(value) : value
}

function scopeOf({ scope }: Fields): OtlpScope {
  const fields = isObject(scope) ? scope : {}
  const { name, version } = fields
  const textIn = (field: unknown) => (typeof field === 'string' ? field : '')
  return { name: textIn(name), version: textIn(version), attributes: attributesOf(fields) }
}

function attributesOf({ attributes }: Fields): Attributes {
  const found = new Attributes()
  for (const { key, value } of listOf({ attributes }, 'attributes')) {
    if (typeof key === 'string') found.put(key, valueIn(value))
  }
  return found
}

function valueIn(value: unknown, depth = 0): AttributeValue {
  if (!isObject(value)) return emptyValue
  const { stringValue, boolValue, intValue, doubleValue: double, bytesValue: bytes } = value
  if (isThere(stringValue)) return String(stringValue)
  if (isThere(boolValue)) return plainValue(String(boolValue))
  if (isThere(intValue)) return plainValue(wholeText(String(intValue)))
  if (isThere(double)) return doubleValue(Number(double))
  if (isThere(bytes)) return bytesValue(Buffer.from(String(bytes), 'base64'))
  const { arrayValue, kvlistValue } = value
  if (depth === MAX_DEPTH && (isObject(arrayValue) || isObject(kvlistValue))) return tooDeep
  if (isObject(arrayValue)) return listValue(valuesIn(arrayValue, depth + 1))
  return isObject(kvlistValue) ? mapValue(entriesIn(kvlistValue, depth + 1)) : emptyValue
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** The digits of an integer, however it is written: `1e3` is 1000. */
function wholeText(text: string): string {
  return /^-?\d+$/.test(text) ? text : String(Number(text))
}

/** Elements that are not objects count as empty values. */
function valuesIn({ values }: Fields, depth: number): AttributeValue[] {
  return Array.isArray(values) ? values.map((value) => valueIn(value, depth)) : []
}

function entriesIn({ values }: Fields, depth: number): Map<string, AttributeValue> {
  const entries = Array.isArray(values) ? values.filter(isObject) : []
  return new Map(entries.map(({ key, value }) => [String(key), valueIn(value, depth)]))
}

/** The objects of a list, one by one; an absent list is empty. Throws if it is not a list of objects. */
function* listOf(fields: Fields, name: string): Generator<Fields, void> {
  const list = fields[name] ?? []
  if (!Array.isArray(list)) throw new Error(`${name} must be a list of objects`)
  for (const one of list) {
    if (!isObject(one)) throw new Error(`${name} must be a list of objects`)
    yield one
  }
}
