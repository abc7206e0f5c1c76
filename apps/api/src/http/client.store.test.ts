import { createClient, createWriter, isReceipt, SluiceProblem } from '@sluice/client'
import { tableFromIPC } from '@uwdata/flechette'
import { expect, test } from 'vitest'
import { arrowBody } from '../testing/arrow-body.ts'
import { drain } from '../testing/buckets.ts'
import { useSharedTenant } from '../testing/use-tenant.ts'

const at = useSharedTenant()
const { api } = at

const clientOf = (environment = {}) =>
  createClient({ baseUrl: api.url, key: at.admin }, environment)

test('the client creates, reads, updates, lists and deletes things', async () => {
  const client = clientOf()
  const things = Array.from({ length: 7 }, (_, i) => ({
    ...{ id: `c-${i}`, name: `C ${i}`, thingTypeId: 'truck', labels: { by: 'client' } },
  }))
  expect(await client.things.batch({ body: { things } })).toMatchObject({ created: 7 })
  const names: string[] = []
  for await (const { name } of client.things.list.all({
    query: { label: 'by=client', limit: 3 },
  })) {
    names.push(name)
  }
  expect(names).toEqual(things.map(({ name }) => name))
  const params = { thingId: 'c-0' }
  const { etag } = await client.things.get({ params })
  const changed = await client.things.update({ params, body: { name: 'D' } }, { ifMatch: etag })
  expect(changed.name).toBe('D')
  const again = client.things.update({ params, body: { name: 'E' } }, { ifMatch: etag })
  await expect(again).rejects.toMatchObject({ code: 'precondition-failed', status: 412 })
  expect(await client.things.delete({ params })).toBeNull()
  const fault = await client.things.get({ params }).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(SluiceProblem)
  expect(fault).toMatchObject({ code: 'not-found', requestId: expect.any(String) })
})

test('the client reads back the samples that it ingested, as JSON or Arrow', async () => {
  const client = clientOf()
  const params = { thingId: 'truck-1' }
  const timestamp = api.clock().toISOString()
  const body = { timestamp, values: { temperature: 4.5 } }
  expect(await client.telemetry.ingest({ params, body })).toMatchObject({ accepted: 1 })
  const { metrics } = await client.telemetry.recent({ params })
  expect(metrics.temperature).toMatchObject({ value: 4.5 })
  const table = arrowBody('temperature', [[api.clock().getTime() + 1, 5.5]])
  expect(await client.telemetry.ingestArrow({ params, body: table })).toMatchObject({ accepted: 1 })
  const later = await client.telemetry.recent({ params })
  expect(later.metrics.temperature).toMatchObject({ value: 5.5 })
})

test('the client distinguishes writes that answer a receipt from those that answer the record', async () => {
  const scopes = [{ action: 'write' as const, resourceFilter: '#' }]
  const { key } = await at.tenant.mint({ scopes })
  const readless = createClient({ baseUrl: api.url, key })
  const [made, full] = [
    await readless.sites.create({ body: { name: 'W' } }),
    await clientOf().sites.create({ body: { name: 'W' } }),
  ]
  expect([isReceipt(made), isReceipt(full)]).toEqual([true, false])
  expect(made.id).toBeTypeOf('string')
})

test('a call retried because its answer was lost takes effect once', async () => {
  let calls = 0
  const losing: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    calls += 1
    if (calls === 1) throw new TypeError('connection reset')
    return response
  }
  const client = clientOf({ fetch: losing, sleep: async () => {} })
  const made = await client.sites.create({ body: { name: 'Once', timezone: 'UTC' } })
  const sites = await api.core.db.site.findMany({
    where: { organizationId: at.tenant.id, name: 'Once' },
  })
  expect([calls, sites.map(({ id }) => id)]).toEqual([2, [made.id]])
})

test('a rate-limited client waits as long as Retry-After says', async () => {
  await drain(api.core, at.tenant.id, 'standard')
  const { waits, ...time } = apiTime()
  const client = clientOf({ ...time, random: () => 0 })
  expect((await client.keys.self()).organizationId).toBe(at.tenant.id)
  expect(waits).toEqual([1000])
})

test('a client sends 120 calls into an empty bucket, of which none fails and one is refused', async () => {
  await drain(api.core, at.tenant.id, 'standard')
  const statuses: number[] = []
  const client = createClient(
    {
      ...{ baseUrl: api.url, key: at.admin },
      onResponse: ({ status }) => void statuses.push(status),
    },
    apiTime(),
  )
  await Promise.all(Array.from({ length: 120 }, () => client.sites.list()))
  api.clock.advance(120)
  expect(statuses.filter((status) => status === 200)).toHaveLength(120)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})

/** The API's clock for the client, advanced by the client's waits. */
function apiTime() {
  const waits: number[] = []
  return {
    waits,
    now: () => api.clock().getTime(),
    async sleep(milliseconds: number, signal?: AbortSignal) {
      // The one wait that may be cut short: for the answer to the first call.
      if (signal) return new Promise<void>((_, reject) => signal.addEventListener('abort', reject))
      waits.push(milliseconds)
      api.clock.advance(milliseconds / 1000)
    },
  }
}

test('a long series streams as one table of Arrow or CSV', async () => {
  const client = clientOf()
  const start = Date.UTC(2026, 4, 1)
  const values = { temperature: Array.from({ length: 2500 }, (_, i) => i % 50) }
  const params = { thingId: 'truck-1' }
  const body = { start, stepSeconds: 1, count: 2500, values }
  await client.telemetry.ingestColumnar({ params, body })
  const query = { from: String(start), to: String(start + 2_500_000), metrics: 'temperature' }
  const { arrow, csv } = client.telemetry.timeseries
  const bytes = await new Response(arrow.stream({ params, query })).bytes()
  expect([...tableFromIPC(bytes).getChild('temperature')]).toEqual(values.temperature)
  const lines = (await new Response(csv.stream({ params, query })).text()).trimEnd().split('\r\n')
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([
    2501,
    'timestamp,temperature',
    '2026-05-01T00:41:39.000Z,49',
  ])
})

test('a writer stores samples of many things, creates missing ones and reports bad ones', async () => {
  const rejected: string[] = []
  const writer = createWriter(clientOf(), {
    ...{ maxSamples: 300, createMissing: 'truck' },
    onRejected: ({ answer }) => rejected.push(...answer.errors.map(({ detail }) => detail)),
  })
  for (let i = 0; i < 1000; i += 1) {
    await writer.write(`w-${i % 50}`, { temperature: i / 20 }, Date.UTC(2026, 5, 1, 10, 0, i))
  }
  await writer.write('w-1', { temperature: 1000 }, Date.UTC(2026, 5, 1, 11))
  await writer.close()
  const query = { ids: 'w-0,w-49', groupBy: 'thing', from: '2026-06-01T10:00:00Z' } as const
  const { byThing } = await clientOf().telemetry.thingsSummary({
    query: { ...query, to: '2026-06-01T12:00:00Z' },
  })
  expect(byThing).toMatchObject({
    'w-0': { temperature: { count: 20, max: { value: 47.5 } } },
    'w-49': { temperature: { count: 20, max: { value: 49.95 } } },
  })
  expect(rejected).toEqual(['must be at most 60'])
})
