/** What Telegraf and the collector send, with the configurations that docs/guides/protocols.md prints. */
import { readFileSync } from 'node:fs'
import type { Call } from '@sluice/contract'
import { beforeEach, expect, test } from 'vitest'
import { useTenant } from '../testing/use-tenant.ts'
import { collectorRequest, linesOf, telegrafRequest } from './testing/as-sent.ts'

const at = useTenant()
const time = Date.parse('2026-06-01T11:00:00Z')
const guide = readFileSync(new URL('../../../../docs/guides/protocols.md', import.meta.url), 'utf8')

type Draft = Call<'mappings.create'>['body']

/** The mapping of Telegraf as the guide prints it. */
const telegraf = JSON.parse(/```json\n(\{\n {2}"id": "telegraf"[\s\S]*?)```/.exec(guide)?.[1] ?? '')
/** The expression for the collector. */
const metric = /`"metric": "(\{name\}[^"]+)"`/.exec(guide)?.[1] ?? ''

const keys = [
  ...['cpu_cpu0_usage_idle', 'cpu_cpu-total_usage_idle', 'mem_used_percent'],
  ...['disk___used_percent', 'disk__boot_efi_used_percent'],
  ...['system.cpu.time.cpu0.idle', 'system.cpu.time.cpu0.user', 'system.memory.usage.used'],
  ...['system.memory.usage.free', 'system.cpu.load_average.1m'],
]

beforeEach(async () => {
  const { act } = at.tenant
  await act('metricDefinitions.create', { body: { id: 'any', name: 'Any', valueType: 'number' } })
  const metrics = keys.map((key) => ({ key, metricDefinitionId: 'any' }))
  const body = { id: 'host', name: 'Host', metrics, unknownMetrics: 'ignore' as const }
  await act('thingTypes.create', { body })
})

async function post({ path, headers, body }: ReturnType<typeof telegrafRequest>) {
  const response = await fetch(at.api.url + path, { method: 'POST', headers, body })
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
}

async function valuesOf(thingId: string) {
  const { metrics } = await at.tenant.act('telemetry.recent', { params: { thingId }, query: {} })
  return Object.fromEntries(Object.entries(metrics).map(([key, { value }]) => [key, value]))
}

test('Telegraf writes with a URL and a token; cores and paths are kept apart', async () => {
  await at.tenant.act('mappings.create', { body: telegraf as Draft })
  const request = telegrafRequest(at.admin, time)
  const params = { mappingId: 'telegraf' }
  const body = { text: linesOf(request) }
  const tried = await at.tenant.act('mappings.try', { params, body: { ...body, precision: 'ns' } })
  expect([tried.collisions, tried.errors]).toEqual([[], []])
  expect(await post(request)).toEqual({ status: 204, bytes: 0 })
  const stored = await valuesOf('loaner')
  expect(stored).toEqual({
    cpu_cpu0_usage_idle: 68.7500000181899,
    'cpu_cpu-total_usage_idle': 82.3834196941197,
    mem_used_percent: 41.2,
    disk___used_percent: 44.3,
    disk__boot_efi_used_percent: 1.2,
  })
  const accepted = tried.samples.filter(({ outcome }) => outcome === 'accepted')
  expect(accepted.map(({ metric }) => metric).sort()).toEqual(Object.keys(stored).sort())
})

test('the collector writes gzip and protobuf, a metric for each core and state', async () => {
  const body = { id: 'otel', name: 'Collector', protocol: 'otlp' as const, metric }
  await at.tenant.act('mappings.create', {
    body: { ...body, isDefault: true, createMissing: 'host' },
  })
  // An empty ExportMetricsServiceResponse: nothing was refused.
  expect(await post(collectorRequest(at.admin, time))).toEqual({ status: 200, bytes: 0 })
  expect(await valuesOf('loaner')).toEqual({
    'system.cpu.time.cpu0.idle': 1527035.04,
    'system.cpu.time.cpu0.user': 154324.34,
    'system.memory.usage.used': 6841499648,
    'system.memory.usage.free': 9837117440,
    'system.cpu.load_average.1m': 0.31,
  })
})
