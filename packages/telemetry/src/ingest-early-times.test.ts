import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mappingBy } from './decode/mapping/mapping.ts'
import { otlpJson, otlpRequest } from './testing/otlp.ts'
import { remoteWrite } from './testing/remote-write.ts'
import { send } from './testing/things-call.ts'

const mapping = mappingBy('thing', '{field}')
const byName = mappingBy('thing', '{name}')
const byPrometheusName = mappingBy('thing', '{__name__}')
const resource = { thing: 'truck-1' }

/** A call in each protocol with a sample at a time in epoch milliseconds. */
const calls = {
  ...Object.fromEntries(
    (['ns', 'us', 'ms'] as const).map((precision) => [
      `line protocol in ${precision}`,
      (millis: number) => {
        const digits = `${millis}${{ ns: '000000', us: '000', ms: '' }[precision]}`
        const body = Buffer.from(`m,thing=truck-1 temperature=1 ${digits}`)
        return send({ form: 'lines', body, lines: { precision, mapping } })
      },
    ]),
  ),
  'OTLP in protobuf': (time: number) => {
    const body = otlpRequest([{ resource, time, value: 1 }])
    return send({ form: 'series', body, series: { protocol: 'otlp', mapping: byName } })
  },
  'OTLP in JSON': (time: number) => {
    const body = otlpJson([{ resource, time, value: 1 }])
    return send({ form: 'series', body, series: { protocol: 'otlp', mapping: byName } })
  },
  'remote write': (time: number) => {
    const labels = { __name__: 'temperature', thing: 'truck-1' }
    const body = remoteWrite(1, [{ labels, samples: [[time, 1]] }])
    const series = { protocol: 'remote-write', mapping: byPrometheusName } as const
    return send({ form: 'series', body, series })
  },
}

test.each(Object.entries(calls))('%s accepts times from 1966 to 1973', async (_, sendAt) => {
  const millis = fc.oneof(
    fc.integer({ min: 1, max: 1e11 }),
    fc.integer({ min: 1, max: 2000 }),
    fc.constantFrom(86_400_000, 1000, 1),
  )
  await fc.assert(
    fc.asyncProperty(millis, async (time) => {
      const { answer, written } = await sendAt(time)
      expect(answer).toMatchObject({ accepted: 1, rejected: 0, errors: [] })
      expect(written.map(({ micros }) => micros)).toEqual([time * 1000])
    }),
    { numRuns: 20 },
  )
})

test.each([
  ['s', '0', 0],
  ['s', '-1', -1e6],
  ['ns', '0', 0],
  ['ns', '-500', -1],
  ['ns', '-1500', -2],
  ['ns', '-100000000000000000', -1e14],
] as const)('a line in %s may have the time %s', async (precision, digits, micros) => {
  const body = Buffer.from(`m,thing=truck-1 temperature=1 ${digits}`)
  const { written } = await send({ form: 'lines', body, lines: { precision, mapping } })
  expect(written).toMatchObject([{ micros }])
})

test('rejects an OpenTelemetry point without a time', async () => {
  for (const bodyOf of [otlpRequest, otlpJson]) {
    const body = bodyOf([{ resource, time: 0, value: 1 }])
    const sent = send({ form: 'series', body, series: { protocol: 'otlp', mapping: byName } })
    const { answer } = await sent
    expect(answer).toMatchObject({ accepted: 0, rejected: 1 })
    expect(answer.errors).toMatchObject([
      { pointer: '/body/truck-1@NaN/timestamp', detail: 'has no time' },
    ])
  }
})
