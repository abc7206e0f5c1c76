import { microsOfEpoch } from '../epoch-times.ts'
import { isObject } from '../intake.ts'
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

type Fields = Readonly<Record<string, unknown>>

/** Metrics and scopes, of which each may be empty, after which a reader yields. */
const PARTS_A_YIELD = 500

/**
 * Reads the points of an ExportMetricsServiceRequest in JSON
 * ({@link https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding}), a series each. Yields undefined now and then.
 * Throws where it is no such request.
 */
export function* readOtlpJson(body: unknown): Generator<Series | undefined, void> {
  if (!isObject(body)) throw new Error('it must be an object: {resourceMetrics: […]}')
  const series = new OtlpSeries()
  let parts = 0
  for (const { resource, scopeMetrics } of listOf(body, 'resourceMetrics')) {
    yield undefined
    series.begin(isObject(resource) ? attributesOf(resource) : new Map())
    for (const scope of listOf({ scopeMetrics }, 'scopeMetrics')) {
      if (parts++ % PARTS_A_YIELD === 0) yield undefined
      for (const metric of listOf(scope, 'metrics')) {
        if (parts++ % PARTS_A_YIELD === 0) yield undefined
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
    if (isObject(metric[field])) yield series.refused(name, kind)
  }
}

/** A point that says that there is no value. */
const NO_VALUE = 1

function readPoint(point: Fields): OtlpPoint {
  const { timeUnixNano, asDouble, asInt, flags } = point
  const attributes = attributesOf(point)
  // 64-bit integers are texts; an encoder may write numbers all the same.
  const value = asDouble === undefined ? numberOf(asInt) : numberOf(asDouble)
  const isThere = value !== undefined && (Number(flags ?? 0) & NO_VALUE) === 0
  const micros = microsOfPoint(microsOfEpoch(String(timeUnixNano ?? 0), 'ns'))
  return { attributes, sample: isThere ? { value, micros } : undefined }
}

/** `"NaN"` and `"Infinity"` are texts in protobuf's JSON. */
function numberOf(value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? Number(value) : value
}

function attributesOf({ attributes }: Fields): Attributes {
  const found = new Map<string, string>()
  for (const { key, value } of listOf({ attributes }, 'attributes')) {
    const text = isObject(value) ? textOf(value) : undefined
    if (typeof key !== 'string' || text === undefined) continue
    found.set(key, text)
    if (found.size > MOST_ATTRIBUTES) throw tooManyAttributes()
  }
  return found
}

/** A text, a boolean or a number as text; lists, maps and bytes name nothing. */
function textOf({ stringValue, boolValue, intValue, doubleValue }: Fields): string | undefined {
  const value = stringValue ?? boolValue ?? intValue ?? doubleValue
  return value === undefined ? undefined : String(value)
}

/** The objects of a list, one by one; an absent one is empty. Throws where it is none. */
function* listOf(fields: Fields, name: string): Generator<Fields, void> {
  const list = fields[name] ?? []
  if (!Array.isArray(list)) throw new Error(`${name} must be a list of objects`)
  for (const one of list) {
    if (!isObject(one)) throw new Error(`${name} must be a list of objects`)
    yield one
  }
}
