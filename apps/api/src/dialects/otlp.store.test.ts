import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import type { Scope } from '@sluice/contract'
import { otlpJson, otlpRequest, type TestPoint } from '@sluice/telemetry/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { drain } from '../testing/buckets.ts'
import { send } from '../testing/send.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { api } = at

const time = Date.parse('2026-06-01T11:00:00Z')
const point = (thing: string, value: number): TestPoint => {
  return { resource: { 'host.name': thing }, time, value }
}

const bearer = (key = at.admin) => ({ Authorization: `Bearer ${key}` })
const recent = async (thingId: string) => {
  const { metrics } = await at.tenant.act('telemetry.recent', { params: { thingId }, query: {} })
  return metrics.temperature?.value
}

const encodings = [
  {
    encoding: 'JSON',
    type: 'application/json',
    bodyOf: (points: readonly TestPoint[]) => JSON.stringify(otlpJson(points)),
  },
  { encoding: 'protobuf', type: 'application/x-protobuf', bodyOf: otlpRequest },
] as const

describe.each(encodings)('OTLP in $encoding', ({ encoding, type, bodyOf }) => {
  async function post(
    points: readonly TestPoint[],
    headers: Record<string, string> = bearer(),
    path = '/v1/metrics',
  ) {
    const body = bodyOf(points)
    const init = { method: 'POST', body, headers: { 'Content-Type': type, ...headers } }
    const response = await fetch(api.url + path, init)
    expect(response.headers.get('content-type')).toBe(type)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text }
  }

  test('stores points, and answers in the encoding of the request', async () => {
    const { status, headers, text } = await post([point('truck-1', 4.5)])
    expect([status, text]).toEqual([200, encoding === 'JSON' ? '{}' : ''])
    expect(headers.get('ratelimit')).toMatch('"standard"')
    expect(await recent('truck-1')).toBe(4.5)
  })

  test('bad points are named as a partial success, and the good ones are stored', async () => {
    const { status, text } = await post([point('truck-1', 6.5), point('none-1', 1)])
    expect(status).toBe(200)
    expect(text).toContain(`1 stored, 1 refused: none-1@${time} thingId: is not a thing`)
    if (encoding === 'JSON') {
      expect(JSON.parse(text)).toMatchObject({ partialSuccess: { rejectedDataPoints: '1' } })
    }
    expect(await recent('truck-1')).toBe(6.5)
  })

  test('refusals are a Status in the encoding of the request', async () => {
    const missing = await post([point('truck-1', 1)], {})
    expect([missing.status, missing.text]).toEqual([401, expect.stringContaining('Bearer <key>')])
    expect(missing.headers.get('www-authenticate')).toBe('Bearer')
    const wrong = at.admin.slice(0, -1) + (at.admin.endsWith('A') ? 'B' : 'A')
    const unknown = await post([point('truck-1', 1)], bearer(wrong))
    expect(unknown.status).toBe(401)
    expect(unknown.text).not.toContain(wrong)
    const scopes: Scope[] = [{ action: 'read', resourceFilter: '#' }]
    const { key } = await at.tenant.mint({ scopes })
    expect((await post([point('truck-1', 1)], bearer(key))).status).toBe(403)
    const odd = await post([], bearer(), '/v1/metrics?nope=1')
    expect([odd.status, odd.text]).toEqual([400, expect.stringContaining('nope')])
    if (encoding === 'JSON') expect(JSON.parse(odd.text)).toMatchObject({ code: 3 })
    await drain(api.core, at.tenant.id, 'standard')
    const drained = await post([point('truck-1', 1)])
    expect([drained.status, drained.headers.get('retry-after')]).toEqual([429, '1'])
  })

  test('the row itself answers in the words of the API', async () => {
    const body = bodyOf([point('truck-1', 2.5), point('none', 1)])
    const url = `${api.url}/v2/data/otlp?onError=skip`
    const headers = { 'X-Api-Key': at.admin, 'Content-Type': type }
    const response = await fetch(url, { method: 'POST', body, headers })
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ accepted: 1, rejected: 1 }),
    ])
  })
})

test('a body of another media type, and one that is no request, are refused', async () => {
  const post = (type: string, body: string) => {
    const headers = { 'X-Api-Key': at.admin, 'Content-Type': type }
    return fetch(`${api.url}/v2/data/otlp`, { method: 'POST', headers, body })
  }
  const text = await post('text/plain', '{}')
  expect([text.status, await text.json()]).toEqual([
    415,
    expect.objectContaining({ detail: expect.stringContaining('application/x-protobuf') }),
  ])
  for (const [type, body] of [
    ['application/json', '[]'],
    ['application/json', '{"resourceMetrics": 1}'],
    ['application/json', '{'],
    ['application/x-protobuf', '{"resourceMetrics": []}'],
  ] as const) {
    expect((await post(type, body)).status, body).toBe(400)
  }
})

describe.each([
  ['JSON', JsonExporter],
  ['protobuf', ProtobufExporter],
] as const)('the exporter of OpenTelemetry’s SDK for %s', (_encoding, Exporter) => {
  const providers: MeterProvider[] = []
  // The SDK gives points the time of its own clock.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: time }))
  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(providers.splice(0).map((provider) => provider.shutdown()))
  })

  test.each(['none', 'gzip'])('writes what a gauge measures, compressed by %s', async (coding) => {
    const exporter = new Exporter({
      url: `${api.url}/v1/metrics`,
      headers: bearer(),
      compression: coding as never,
    })
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
    const resource = resourceFromAttributes({ 'host.name': 'truck-1', 'service.name': 'cabs' })
    const provider = new MeterProvider({ resource, readers: [reader] })
    providers.push(provider)
    const value = coding === 'gzip' ? 11.5 : -3
    provider.getMeter('cabs').createGauge('temperature').record(value)
    await provider.forceFlush()
    expect(await recent('truck-1')).toBe(value)
  })
})

test('what names a thing and a metric may be said', async () => {
  const points = [
    {
      name: 'temper',
      resource: { fleet: 'north', part: 'x' },
      attributes: { part: 'ature', vehicle: 'truck-1' },
      time,
      value: 9.5,
    },
  ]
  const query = { thing: 'vehicle', metric: '{name}{part}' }
  const { status, json } = await send(
    api.url,
    'telemetry.ingestOtlp',
    { query, body: otlpRequest(points) },
    at.admin,
  )
  expect([status, json]).toEqual([200, expect.objectContaining({ accepted: 1 })])
  expect(await recent('truck-1')).toBe(9.5)
})
