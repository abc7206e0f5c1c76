/** The request log, from real calls to the operations that report it: exact numbers, and only the organization's own. */

import { describe, expect, test } from 'vitest'
import { drain } from '../testing/buckets.ts'
import { codeOf } from '../testing/send.ts'
import { startApi } from '../testing/start-api.ts'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'
import { thing, watchedKeys } from '../testing/watched-keys.ts'

// ClickHouse expires rows by the real clock, so the API's must be close to it.
const api = useApi({ start: new Date(new Date().setUTCHours(12, 0, 0, 0)) })

const { call, newCase } = watchedKeys(() => api)

const count = (calls: number, refused = 0) => ({ calls, ok: calls - refused, refused, failed: 0 })

describe('keys.usage', () => {
  test('counts calls by day, operation and address, and rejected ones by problem', async () => {
    const { watched, ask, tenant } = await newCase({ allowedIpCidrs: ['192.0.2.0/24'] })
    for (let i = 0; i < 3; i++) await call('things.get', thing, watched.key)
    await call('things.get', { params: { thingId: 'none' } }, watched.key, '192.0.2.2')
    await call('things.list', {}, watched.key, '198.51.100.1')
    await call('things.list', { query: { nope: '1' } }, watched.key)
    await tenant.act('keys.revoke', { params: { keyId: watched.id } })
    await call('things.list', {}, watched.key)
    const usage = await ask('keys.usage', { days: '2', timezone: 'Europe/Oslo' })
    const problems = {
      'not-found': 1,
      'address-not-allowed': 1,
      'invalid-request': 1,
      'key-revoked': 1,
    }
    const at = api.clock().toISOString()
    expect(usage).toMatchObject({
      keyId: watched.id,
      timezone: 'Europe/Oslo',
      totals: { ...count(7, 4), problems },
      days: [count(0), { date: at.slice(0, 10), ...count(7, 4), problems }],
      operations: [
        { operation: 'things.get', ...count(4, 1), lastAt: at },
        { operation: 'things.list', ...count(3, 3), lastAt: at },
      ],
      addresses: [
        { address: '192.0.2.1', ...count(5, 2), lastAt: at },
        { address: '192.0.2.2', ...count(1, 1) },
        { address: '198.51.100.1', ...count(1, 1) },
      ],
    })
  })

  test('counts by days of the requested time zone', async () => {
    const { watched, ask } = await newCase()
    await call('keys.self', {}, watched.key)
    const west = await ask('keys.usage', { days: '1', timezone: 'Pacific/Kiritimati' })
    const tomorrow = new Date(api.clock().getTime() + 86_400_000).toISOString().slice(0, 10)
    expect(west.days).toMatchObject([{ date: tomorrow, calls: 1 }])
  })

  test('counts every rate-limited call', async () => {
    const { watched, ask, tenant } = await newCase()
    await drain(api.core, tenant.id, 'standard')
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await call('keys.self', {}, watched.key)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([429]))
    const usage = await ask('keys.usage', {})
    expect(usage.totals).toMatchObject({ ...count(20, 20), problems: { 'rate-limited': 20 } })
    const { items } = await ask('keys.calls', {})
    expect(items.reduce((sum: number, item: { calls: number }) => sum + item.calls, 0)).toBe(20)
  })
})

describe('keys.calls', () => {
  test('lists calls with outcome and reason, without key strings and query values', async () => {
    const { watched, ask } = await newCase({ scopes: [{ action: 'read', resourceFilter: '#' }] })
    await call('things.list', { query: { text: 'confidential' } }, watched.key)
    await call('things.update', { ...thing, body: { status: 'Inactive' } }, watched.key)
    const { items, nextCursor } = await ask('keys.calls')
    expect(nextCursor).toBeNull()
    expect(items).toHaveLength(2)
    expect(items).toContainEqual({
      at: api.clock().toISOString(),
      requestId: expect.stringMatching(/^[A-Za-z0-9_-]+-[0-9a-z]+$/),
      keyId: watched.id,
      keyName: expect.any(String),
      operation: 'things.update',
      tier: 'standard',
      outcome: 'refused',
      status: 403,
      problem: 'scope-missing',
      reason: 'The key had no scope that allows write on THING/truck/truck-1.',
      address: '192.0.2.1',
      durationSeconds: expect.any(Number),
      needed: [{ action: 'write', resourceFilter: 'THING/truck/truck-1' }],
      missingNow: [{ action: 'write', resourceFilter: 'THING/truck/truck-1' }],
      calls: 1,
    })
    expect(JSON.stringify(items)).not.toContain('confidential')
    expect(JSON.stringify(items)).not.toContain(watched.key.slice(-20))
  })

  test('pages through calls of one instant without losing or repeating any', async () => {
    const { watched, ask } = await newCase()
    for (let i = 0; i < 7; i++) await call('keys.self', {}, watched.key, `192.0.2.${i}`)
    api.clock.advance(1)
    for (let i = 7; i < 9; i++) await call('things.get', thing, watched.key, `192.0.2.${i}`)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await ask('keys.calls', { limit: '3', ...(cursor !== null && { cursor }) })
      seen.push(...page.items.map((item: { address: string }) => item.address))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen.slice(0, 2).sort()).toEqual(['192.0.2.7', '192.0.2.8'])
    expect([...seen].sort()).toEqual(Array.from({ length: 9 }, (_, i) => `192.0.2.${i}`))
  })

  test('filters by outcome and rejects the cursor of another key', async () => {
    const { watched, ask, admin } = await newCase()
    for (const thingId of ['truck-1', 'none', 'none']) {
      await call('things.get', { params: { thingId } }, watched.key)
    }
    const refused = await ask('keys.calls', { outcome: 'refused', limit: '1' })
    expect(refused.items).toMatchObject([{ status: 404, outcome: 'refused' }])
    const query = { outcome: 'refused', limit: '1', cursor: refused.nextCursor }
    expect((await ask('keys.calls', query)).items).toHaveLength(1)
    expect((await ask('keys.calls', { outcome: 'failed' })).items).toEqual([])
    const other = await call('keys.calls', { params: { keyId: admin.id }, query }, admin.key)
    expect([other.status, codeOf(other)]).toEqual([400, 'invalid-request'])
  })
})

test('keys.usageOverview has a row for each readable key, with zeros for days without calls', async () => {
  const { watched, admin, tenant, ask } = await newCase()
  const quiet = await tenant.mint()
  const foreign = await newCase()
  await call('things.get', thing, watched.key)
  await call('things.get', { params: { thingId: 'none' } }, watched.key)
  await call('things.get', thing, foreign.watched.key)
  await api.core.usage.flush()
  const keys = [quiet.id, foreign.watched.id, watched.id, quiet.id].join(',')
  const answer = await call('keys.usageOverview', { query: { keys } }, admin.key)
  const zeros = Array.from({ length: 14 }, () => 0)
  const none = { total: 0, refused: 0, failed: 0, refusedRatio: null }
  expect(answer.json.items).toEqual([
    { keyId: quiet.id, calls: zeros, ...none },
    {
      keyId: watched.id,
      calls: [...zeros.slice(1), 2],
      total: 2,
      refused: 1,
      failed: 0,
      refusedRatio: 0.5,
    },
  ])
  expect(answer.json.dates).toHaveLength(14)
  const many = Array.from({ length: 101 }, (_, i) => String(i).padStart(12, '0')).join(',')
  const refused = await call('keys.usageOverview', { query: { keys: many } }, admin.key)
  expect([refused.status, refused.json.errors[0].pointer]).toEqual([400, '/query/keys'])
  expect((await ask('keys.usage', {})).totals.calls).toBe(2)
})

test('the key list can be limited to keys with many rejected calls, from ten calls on', async () => {
  const { watched, admin, tenant } = await newCase()
  const rare = await tenant.mint()
  for (let i = 0; i < 9; i++) await call('things.get', thing, watched.key)
  for (const { key } of [watched, rare]) {
    await call('things.get', { params: { thingId: 'none' } }, key)
  }
  await api.core.usage.flush()
  const answer = await call('keys.list', { query: { health: 'refused' } }, admin.key)
  expect(answer.json.items.map(({ id }: { id: string }) => id)).toEqual([watched.id])
})

test('usage, calls, suggestions and replay of a key are hidden from other organizations', async () => {
  const { watched } = await newCase()
  const stranger = await newCase()
  await call('things.get', thing, watched.key)
  await api.core.usage.flush()
  const body = { scopes: [{ action: 'read', resourceFilter: '#' }] }
  for (const name of ['keys.usage', 'keys.calls', 'keys.suggestions', 'keys.replay'] as const) {
    const sample = { params: { keyId: watched.id }, ...(name === 'keys.replay' && { body }) }
    const answer = await call(name, sample, stranger.admin.key)
    expect([name, answer.status]).toEqual([name, 404])
  }
  const query = { keys: watched.id }
  const overview = await call('keys.usageOverview', { query }, stranger.admin.key)
  expect(overview.json.items).toEqual([])
})

test('an unreachable ClickHouse fails only requests that query it', async () => {
  const reported: boolean[] = []
  const down = await startApi({
    core: {
      // Nothing listens on the port of the discard service.
      clickhouseUrl: 'http://127.0.0.1:9',
      onRequestLog: ({ failing }) => reported.push(failing),
    },
  })
  const { core } = down
  try {
    const tenant = await newTenant(core)
    const { id, key } = await tenant.mint()
    const headers = { 'X-Api-Key': key }
    const self = () => fetch(`${down.url}/v2/key`, { headers })
    expect((await self()).status).toBe(200)
    await core.usage.flush()
    expect((await self()).status).toBe(200)
    await core.usage.flush()
    expect(core.usage.counts()).toEqual({ written: 0, waiting: 2, dropped: 0, failing: true })
    expect(reported).toEqual([true])
    const asked = await fetch(`${down.url}/v2/key/${id}/usage`, { headers })
    expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '1'])
  } finally {
    await down.close()
  }
})
