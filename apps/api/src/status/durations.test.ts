import { type Metric, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { Durations } from './durations.ts'

test('request durations are a Prometheus histogram by operation and status', async () => {
  const durations = new Durations()
  durations.observe('keys.self', 200, 0.0005)
  durations.observe('keys.self', 200, 0.001)
  durations.observe('keys.self', 200, 99)
  durations.observe('keys.self', 429, 0.002)
  const registry = new Registry()
  registry.registerMetric(durations as unknown as Metric)
  const lines = (await registry.metrics()).split('\n')
  const line = (part: string, labels: string) => `sluice_request_duration_seconds${part}{${labels}}`
  const ok = 'operation="keys.self",status="200"'
  expect(lines).toContain('# TYPE sluice_request_duration_seconds histogram')
  expect(lines).toContain(`${line('_bucket', `${ok},le="0.001"`)} 2`)
  expect(lines).toContain(`${line('_bucket', `${ok},le="10"`)} 2`)
  expect(lines).toContain(`${line('_bucket', `${ok},le="+Inf"`)} 3`)
  expect(lines).toContain(`${line('_sum', ok)} 99.0015`)
  expect(lines).toContain(`${line('_count', ok)} 3`)
  expect(lines).toContain(`${line('_count', 'operation="keys.self",status="429"')} 1`)
})

test('the names of its labels are those of its series', async () => {
  const durations = new Durations()
  durations.observe('things.list', 200, 0.01)
  const { values } = await durations.get()
  const used = new Set(values.flatMap(({ labels }) => Object.keys(labels)))
  expect([...used].filter((name) => name !== 'le')).toEqual(durations.labelNames)
})
