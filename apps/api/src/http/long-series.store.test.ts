import { expect, test } from 'vitest'
import { send } from '../testing/send.ts'
import { useSharedTenant } from '../testing/use-tenant.ts'

const at = useSharedTenant()
const { api } = at
const params = { thingId: 'truck-1' }
const START = Date.parse('2026-05-30T00:00:00Z')

test.each([
  { fill: 'null', interval: '10s' },
  { fill: 'previous', interval: '10s' },
  { interval: '1m' },
  {},
])('a long series is answered the same again: %j', async (how) => {
  const count = 5000
  const body = {
    start: new Date(START).toISOString(),
    ...{ stepSeconds: 10, count },
    values: { temperature: Array.from({ length: count }, (_, i) => i % 50) },
  }
  const sent = await send(api.url, 'telemetry.ingestColumnar', { params, body } as never, at.admin)
  expect(sent.status).toBe(200)
  const query = {
    ...{ from: new Date(START).toISOString(), to: new Date(START + count * 10_000).toISOString() },
    ...{ metrics: 'temperature', limit: '10000', ...how },
  }
  const ask = () => send(api.url, 'telemetry.timeseries', { params, query }, at.admin)
  const first = await ask()
  expect(first.json.timestamps.length).toBeGreaterThan(800)
  const [values] = Object.values(first.json.values as Record<string, number[]>)
  expect(values?.length).toBe(first.json.timestamps.length)
  for (const again of await Promise.all([ask(), ask(), ask()])) expect(again.text).toBe(first.text)
})
