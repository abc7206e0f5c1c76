/** The request log of the whole organization: its filters, who sees what, and what a refusal must not reveal. */

import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../testing/send.ts'
import { useApi } from '../testing/use-api.ts'
import { thing, watchedKeys } from '../testing/watched-keys.ts'

// ClickHouse expires rows by the real clock, so the API's must be close to it.
const api = useApi({ start: new Date(new Date().setUTCHours(12, 0, 0, 0)) })
const { call, newCase } = watchedKeys(() => api)

type Case = Awaited<ReturnType<typeof newCase>>
type Entry = { operation: string; status: number; keyId: string; [field: string]: unknown }

async function logOf({ admin }: Case, query: Record<string, string> = {}, key = admin.key) {
  await api.core.usage.flush()
  const { json } = await call('calls.list', { query }, key)
  // These queries are calls themselves, and logged by the next flush.
  return (json.items as Entry[]).filter(({ operation }) => !operation.startsWith('calls.'))
}

describe('calls.list', () => {
  let world: Case
  let at: string
  beforeAll(async () => {
    world = await newCase({ scopes: [{ action: 'read', resourceFilter: 'THING/truck/truck-1' }] })
    const { watched } = world
    at = api.clock().toISOString()
    await call('things.get', thing, watched.key)
    await call('things.get', { params: { thingId: 'none' } }, watched.key, '192.0.2.2')
    await call('things.update', { ...thing, body: { status: 'Inactive' } }, watched.key)
    api.clock.advance(60)
    await call('keys.self', {}, watched.key)
  })

  test.each([
    [{ operation: 'things.update' }, ['things.update 403']],
    [{ status: '404' }, ['things.get 404']],
    [{ problem: 'scope-missing' }, ['things.update 403']],
    [{ outcome: 'ok' }, ['keys.self 200', 'things.get 200']],
    [{ address: '192.0.2.2' }, ['things.get 404']],
    [{ address: '::ffff:192.0.2.2' }, ['things.get 404']],
    [{ resource: 'truck-1' }, ['things.get 200', 'things.update 403']],
    [{ resource: 'THING/truck/truck-1', outcome: 'refused' }, ['things.update 403']],
    [{ resource: 'truck-10' }, []],
    [{ requestId: 'no-such' }, []],
  ])('filters by %j', async (query, found) => {
    const items = await logOf(world, { ...query, key: world.watched.id })
    expect(items.map(({ operation, status }) => `${operation} ${status}`).sort()).toEqual(found)
  })

  test('finds one call by its request id, and what the key would need now', async () => {
    const [refused] = await logOf(world, { status: '403' })
    const needed = [{ action: 'write' as const, resourceFilter: 'THING/truck/truck-1' }]
    expect(refused).toMatchObject({ keyId: world.watched.id, needed, missingNow: needed })
    const query = { requestId: String(refused?.requestId) }
    expect(await logOf(world, query)).toEqual([refused])
    const { tenant, watched } = world
    const scopes = [...needed, { action: 'read' as const, resourceFilter: '#' }]
    await tenant.act('keys.update', { params: { keyId: watched.id }, body: { scopes } })
    expect(await logOf(world, query)).toMatchObject([{ needed, missingNow: [] }])
  })

  test('takes a range: its start is included and its end is not', async () => {
    const { watched } = world
    const of = async (query: Record<string, string>) =>
      (await logOf(world, { ...query, key: watched.id })).length
    const later = new Date(Date.parse(at) + 60_000).toISOString()
    expect(await of({ from: at, to: later })).toBe(3)
    expect(await of({ from: later, to: '9999-12-31T00:00:00Z' })).toBe(1)
    expect(await of({ from: '0001-01-01T00:00:00Z', to: at })).toBe(0)
    expect(await of({ from: '-30s' })).toBe(1)
    expect(await of({ from: '-2m', to: '-30s' })).toBe(3)
    const wrong = await call('calls.list', { query: { from: later, to: at } }, world.admin.key)
    expect([wrong.status, wrong.json.errors]).toEqual([
      400,
      [{ pointer: '/query/to', detail: 'must be after from' }],
    ])
  })

  test('has pages, whose cursor continues no other question', async () => {
    const query = { limit: '2', key: world.watched.id }
    const ask = (more: Record<string, string>) =>
      call('calls.list', { query: { ...query, ...more } }, world.admin.key)
    const first = (await ask({})).json
    const second = (await ask({ cursor: first.nextCursor })).json
    expect([...first.items, ...second.items].map((item: Entry) => item.operation).sort()).toEqual([
      ...['keys.self', 'things.get', 'things.get', 'things.update'],
    ])
    expect(second.nextCursor).toBeNull()
    const other = await ask({ cursor: first.nextCursor, outcome: 'ok' })
    expect([other.status, codeOf(other)]).toEqual([400, 'invalid-request'])
  })
})

describe('a caller', () => {
  test('sees the calls of those keys alone that it may read, and of no other organization', async () => {
    const world = await newCase()
    const stranger = await newCase()
    const { watched, tenant, admin } = world
    const scopes = [{ action: 'read' as const, resourceFilter: `KEY/${watched.id}` }]
    const narrow = await tenant.mint({ keyType: 'Admin', scopes })
    for (const { key } of [watched, admin, stranger.watched]) await call('keys.self', {}, key)
    const seen = await logOf(world, {}, narrow.key)
    expect(seen.map(({ keyId }) => keyId)).toEqual([watched.id])
    expect(await logOf(world, { key: admin.id }, narrow.key)).toEqual([])
    expect(await logOf(world, { key: stranger.watched.id })).toEqual([])
    const counts = await call('calls.count', {}, narrow.key)
    expect(counts.json.keys).toMatchObject([{ keyId: watched.id, calls: 1 }])
  })

  test('that may read no key is refused, and so is an External key', async () => {
    const { tenant } = await newCase()
    const blind = await tenant.mint({
      keyType: 'Admin',
      scopes: [{ action: 'read', resourceFilter: 'THING/#/#' }],
    })
    const external = await tenant.mint({ keyType: 'External' })
    for (const [key, code] of [
      [blind.key, 'scope-missing'],
      [external.key, 'key-type-not-allowed'],
    ] as const) {
      for (const name of ['calls.list', 'calls.count'] as const) {
        const answer = await call(name, {}, key)
        expect([answer.status, codeOf(answer)]).toEqual([403, code])
      }
    }
  })

  test('learns from a 404 of the log only that resources exist which it may read', async () => {
    const world = await newCase({ scopes: [{ action: 'read', resourceFilter: 'KEY/#' }] })
    const { tenant } = world
    const scopes = [{ action: 'read' as const, resourceFilter: 'KEY/#' }]
    const prober = await tenant.mint({ keyType: 'Admin', scopes })
    for (const thingId of ['truck-1', 'none']) {
      await call('things.get', { params: { thingId } }, prober.key)
    }
    const own = { key: prober.id, status: '404' }
    expect((await logOf(world, own, prober.key)).map(({ needed }) => needed)).toEqual([[], []])
    expect(await logOf(world, { ...own, resource: 'truck-1' }, prober.key)).toEqual([])
    const needed = [{ action: 'read', resourceFilter: 'THING/truck/truck-1' }]
    expect(await logOf(world, { ...own, resource: 'truck-1' })).toMatchObject([
      { needed, missingNow: needed },
    ])
  })
})

describe('calls.count', () => {
  test('counts by time, key, operation, status and address', async () => {
    const world = await newCase()
    const { watched, admin } = world
    const from = new Date(api.clock().getTime()).toISOString()
    await call('things.get', thing, watched.key)
    api.clock.advance(60)
    await call('things.get', { params: { thingId: 'none' } }, watched.key, '192.0.2.9')
    await api.core.usage.flush()
    const to = new Date(api.clock().getTime() + 60_000).toISOString()
    for (const range of [
      { from, to },
      // Bars of at least a quarter-hour are read from the table's projections.
      { from: new Date(Date.parse(from) - 80 * 3_600_000).toISOString(), to },
    ]) {
      const query = { ...range, key: watched.id }
      const { json } = await call('calls.count', { query }, admin.key)
      expect(json).toMatchObject({
        totals: { calls: 2, ok: 1, refused: 1, failed: 0 },
        keys: [{ keyId: watched.id, calls: 2, ok: 1, refused: 1, failed: 0 }],
        operations: [{ operation: 'things.get', calls: 2 }],
        statuses: [
          { status: 200, problem: null, calls: 1 },
          { status: 404, problem: 'not-found', calls: 1 },
        ],
        addresses: [
          { address: '192.0.2.1', calls: 1 },
          { address: '192.0.2.9', calls: 1 },
        ],
      })
      const { bars, intervalSeconds } = json
      expect(bars.length).toBeLessThanOrEqual(150)
      expect(Date.parse(json.to) - Date.parse(json.from)).toBe(bars.length * intervalSeconds * 1000)
      expect(bars.reduce((sum: number, bar: { ok: number }) => sum + bar.ok, 0)).toBe(1)
    }
  })
})
