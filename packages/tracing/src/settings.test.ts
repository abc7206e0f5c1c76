import { expect, it } from 'vitest'
import { readTracing } from './settings.ts'

const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }

it('tracing is off unless an endpoint is set', () => {
  expect(readTracing({ OTEL_TRACES_SAMPLER: 'always_on', OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBe(
    undefined,
  )
  expect(readTracing({ ...base, OTEL_SDK_DISABLED: 'true' })).toBe(undefined)
  expect(readTracing({ ...base, OTEL_TRACES_EXPORTER: 'none' })).toBe(undefined)
})

it('the common OTLP endpoint is a base URL, the traces endpoint a full one', () => {
  expect(readTracing(base)?.url).toBe('http://collector:4318/v1/traces')
  const own = { ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://other/in' }
  expect(readTracing(own)?.url).toBe('https://other/in')
})

it('an invalid tracing variable is reported without its value', () => {
  const read = () =>
    readTracing({ ...base, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER_ARG: 'a-lot' })
  expect(read).toThrow(
    /OTEL_EXPORTER_OTLP_PROTOCOL: .*"http\/protobuf"\n {2}OTEL_TRACES_SAMPLER_ARG/,
  )
  expect(read).not.toThrow(/a-lot/)
})
