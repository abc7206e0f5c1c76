import { once } from 'node:events'
import { connect } from 'node:net'
import { operations } from '@sluice/contract'
import { startTracing } from '@sluice/tracing'
import { type ReceivedSpan, receiveSpans } from '@sluice/tracing/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLogger } from '../status/log.ts'
import { send } from '../testing/send.ts'
import { startApi, type TestApi } from '../testing/start-api.ts'
import { newTenant, type Tenant } from '../testing/tenant.ts'

const caller = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
const thing = { thingId: 'truck-1' }
const frame = { timestamp: '2026-06-01T11:00:00Z', values: { temperature: 4.5 } }
const traceparent = `00-${caller.trace}-${caller.span}-01`
/** The traces of pipelined requests. */
const neighbours = ['a'.repeat(32), 'b'.repeat(32)]

let api: TestApi
let receiver: Awaited<ReturnType<typeof receiveSpans>>
let tenant: Tenant
let key: { id: string; key: string }
let spans: ReceivedSpan[]
const lines: string[] = []

/** All calls are made once; the tests examine the spans after the tracer has exported them. */
beforeAll(async () => {
  receiver = await receiveSpans()
  const variables = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url }
  const tracer = await startTracing(variables, 'sluice-api', () => {})
  if (!tracer) throw new Error('Tracing did not start.')
  const logger = createLogger('info', tracer, { write: (line) => void lines.push(line) })
  api = await startApi({ tracer, logger })
  tenant = await newTenant(api.core)
  key = await tenant.mint()
  const call = { params: thing, body: frame }
  await send(api.url, 'telemetry.ingest', call, key.key, { traceparent })
  const named = { params: { keyId: key.key } }
  await send(api.url, 'keys.get', named, key.key, { authorization: key.key })
  await send(api.url, 'things.get', { params: thing }, `${key.key}x`)
  const change = { params: thing, body: { name: 'Blue' } }
  await send(api.url, 'things.update', change, key.key)
  await sendAtOnce(neighbours)
  await tracer.close()
  spans = receiver.spans()
})
afterAll(async () => {
  await api.close()
  receiver.close()
})

/** Sends one request per trace, all in one write. */
async function sendAtOnce(traces: readonly string[]) {
  const { hostname, port } = new URL(api.url)
  const socket = connect(Number(port), hostname)
  const requests = traces.map((trace, i) => {
    const connection = i + 1 === traces.length ? 'close' : 'keep-alive'
    const fields = `Host: x\r\nConnection: ${connection}\r\ntraceparent: 00-${trace}-${caller.span}-01`
    return `GET /v2/key HTTP/1.1\r\n${fields}\r\n\r\n`
  })
  socket.resume().write(requests.join(''))
  await once(socket, 'close')
}

function theSpan(name: string): ReceivedSpan {
  const span = spans.find((one) => one.name === name)
  if (!span) throw new Error(`No span ${name} among ${spans.map((one) => one.name)}`)
  return span
}

it('the span of a request is a child of the caller’s and follows HTTP conventions', () => {
  const span = theSpan('telemetry.ingest')
  expect(span).toMatchObject({
    ...{ traceId: caller.trace, parentSpanId: caller.span, failed: false },
    attributes: {
      'http.request.method': 'POST',
      'http.route': operations['telemetry.ingest'].path,
      'url.path': '/v2/thing/truck-1/data',
      'http.response.status_code': operations['telemetry.ingest'].status,
      'client.address': expect.stringMatching(/^10\./),
      'sluice.organization.id': tenant.id,
      'sluice.key.id': key.id,
    },
  })
})

it('database queries are child spans of the request', () => {
  const request = theSpan('telemetry.ingest')
  expect(theSpan('INSERT samples')).toMatchObject({
    ...{ traceId: request.traceId, parentSpanId: request.spanId },
    attributes: { 'db.system.name': 'clickhouse', 'db.operation.name': 'INSERT' },
  })
  const update = theSpan('things.update')
  const below = spans.filter((span) => span.parentSpanId === update.spanId)
  const names = below.map((span) => span.name)
  expect(names).toEqual(expect.arrayContaining(['BEGIN', 'UPDATE things', 'COMMIT']))
})

it('a request without a traceparent starts a new trace, even if it is rejected', () => {
  const refused = theSpan('things.get')
  expect(refused).toMatchObject({ parentSpanId: '', failed: false })
  expect(refused.attributes).toMatchObject({
    'http.response.status_code': 401,
    'sluice.problem': 'key-malformed',
  })
  expect(refused.traceId).not.toBe(theSpan('keys.get').traceId)
})

it('spans and log lines contain no secret, wherever a caller put it', () => {
  const secret = key.key.slice(-49)
  for (const body of receiver.bodies) expect(body.includes(secret)).toBe(false)
  expect(lines.join('')).not.toContain(secret)
})

it('the log line of a request contains its trace and span ids', () => {
  const { traceId, spanId, attributes } = theSpan('telemetry.ingest')
  const ids = { trace_id: traceId, span_id: spanId, reqId: attributes['sluice.request.id'] }
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(ids))
})

it('requests answered in one turn are each logged with their own ids', () => {
  const ids = neighbours.map((trace) => {
    const span = spans.find(({ traceId }) => traceId === trace)
    return [trace, span?.spanId, span?.attributes['sluice.request.id']]
  })
  const written = lines
    .map((line) => JSON.parse(line))
    .filter(({ reqId }) => ids.some(([, , id]) => id === reqId))
    .map(({ trace_id, span_id, reqId }) => [trace_id, span_id, reqId])
  expect(written).toEqual(ids)
})
