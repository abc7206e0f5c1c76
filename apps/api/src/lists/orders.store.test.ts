import { type ActorName, keySorts, listSorts, thingSorts } from '@sluice/contract'
import { beforeAll, expect, test } from 'vitest'
import { send } from '../testing/send.ts'
import { useSharedTenant } from '../testing/use-tenant.ts'

const at = useSharedTenant()
const { api } = at
beforeAll(async () => {
  // Three names for eight rows, created at two instants and changed at two others, so every order has ties.
  for (const [i, letter] of [...'cabdhgfe'].entries()) {
    const body = {
      id: letter,
      name: `Name ${i % 3}`,
      labels: i % 2 ? { line: 'a=b', odd: '' } : {},
    }
    await at.tenant.act('things.create', { body: { ...body, thingTypeId: 'truck' } })
    await at.tenant.act('sites.create', { body })
    await at.tenant.act('fleets.create', { body })
    await at.tenant.act('thingTypes.create', { body })
    await at.tenant.act('metricDefinitions.create', { body: { ...body, valueType: 'number' } })
    await at.tenant.act('integrations.create', {
      body: { ...body, url: 'https://hooks.example/in', eventTypes: ['thing.updated'] },
    })
    const resources = [{ kind: 'site' as const, id: letter, properties: { name: letter } }]
    await at.tenant.act('templates.create', { body: { ...body, resources } })
    if (i === 3) api.clock.advance(60)
  }
  // Two have never sent, and two sent at the same time.
  const seen = { c: 1, a: 2, b: 2, d: 3, h: 5, g: 4, 'truck-1': 6 }
  for (const [id, day] of Object.entries(seen)) {
    const where = { organizationId_id: { organizationId: at.tenant.id, id } }
    const lastSeenAt = new Date(`2026-01-0${day}T00:00:00Z`)
    await api.core.db.thing.update({ where, data: { lastSeenAt } })
  }
  await at.tenant.act('sites.update', { params: { siteId: 'a' }, body: { name: 'Name 9' } })
})

beforeAll(async () => {
  // Of four keys, two were used at the same time and one never; two expire at the same time and one never.
  for (const [i, name] of ['a', 'b', 'b', 'c'].entries()) {
    const { id } = await at.tenant.act('keys.create', {
      body: { keyType: 'External', name, scopes: [{ action: 'read', resourceFilter: '#' }] },
    })
    const when = (day: number) => (day === 0 ? null : new Date(`2030-01-0${day}T00:00:00Z`))
    const data = { lastUsedAt: when([2, 0, 2, 1][i] ?? 0), expiresAt: when([1, 3, 0, 3][i] ?? 0) }
    await api.core.db.key.update({ where: { id }, data })
  }
})

type Column = 'name' | 'createdAt' | 'updatedAt' | 'lastSeenAt' | 'lastUsedAt' | 'expiresAt'
type Row = Record<'id' | Column, string>

async function allOf(
  name: ActorName,
  query: Record<string, string>,
  params: Record<string, string> = {},
): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await send(
      api.url,
      name,
      { params, query: { ...query, ...(cursor && { cursor }) } },
      at.admin,
    )
    expect(page.status, page.text).toBe(200)
    rows.push(...page.json.items)
    cursor = page.json.nextCursor
  }
  return rows
}

// One function sorts all lists: two lists are tested in every order, the others in the most demanding one.
const others = [
  ...(['sites.list', 'fleets.list', 'thingTypes.list', 'metricDefinitions.list'] as const),
  'integrations.list',
] as const
const walks = [
  ...thingSorts.map((sort) => ['things.list', sort] as const),
  ...keySorts.map((sort) => ['keys.list', sort] as const),
  // Some rows lack the column: they sort after those that have it.
  ...listSorts.map((sort) => ['templates.list', sort] as const),
  ...others.map((name) => [name, '-updatedAt'] as const),
]

test.each(walks)('%s sorted by %s contains every row once over all pages', async (name, sort) => {
  const column = sort.replace('-', '') as keyof Row
  const turned = sort.startsWith('-') ? -1 : 1
  const rows = await allOf(name, { sort, limit: '3' })
  const wanted = (await allOf(name, { limit: '100' })).sort(
    (a, b) =>
      Number(a[column] === null) - Number(b[column] === null) ||
      turned * (compare(a[column], b[column]) || compare(a.id, b.id)),
  )
  expect(rows.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

const logs = [
  ['audit.list', 'at', {}],
  ['integrations.deliveries', 'occurredAt', { integrationId: 'a' }],
] as const

test.each(logs)('%s is read from either end, over all pages', async (name, field, params) => {
  await at.tenant.act('integrations.test', { params: { integrationId: 'a' } })
  await at.tenant.act('integrations.test', { params: { integrationId: 'a' } })
  const ids = async (sort: string, limit: string) => {
    const rows = await allOf(name, { sort, limit }, params)
    return rows.map(({ id }) => id)
  }
  const latest = await ids(`-${field}`, '100')
  expect(latest.length).toBeGreaterThanOrEqual(2)
  expect(await ids(field, '100')).toEqual(latest.toReversed())
  expect(await ids(field, '1')).toEqual(latest.toReversed())
  expect(await ids(`-${field}`, '1')).toEqual(latest)
})

test('an unknown sort order, or the cursor of another one, is rejected', async () => {
  const unknown = await send(api.url, 'things.list', { query: { sort: 'size' } }, at.admin)
  expect(unknown.json.errors).toEqual([
    { pointer: '/query/sort', detail: `must be one of ${thingSorts.join(', ')}` },
  ])
  const first = await send(
    api.url,
    'things.list',
    { query: { sort: 'name', limit: '1' } },
    at.admin,
  )
  const query = { sort: '-name', limit: '1', cursor: first.json.nextCursor }
  const next = await send(api.url, 'things.list', { query }, at.admin)
  expect(next.json.errors[0].pointer).toBe('/query/cursor')
})

test('things are filtered by a label or its current value', async () => {
  const ids = async (label: string) => (await allOf('things.list', { label })).map(({ id }) => id)
  expect(await ids('line')).toEqual(['a', 'd', 'e', 'g'])
  expect(await ids('line=a=b')).toEqual(['a', 'd', 'e', 'g'])
  expect(await ids('odd=')).toHaveLength(4)
  for (const none of ['line=', 'lin', 'line=a', 'odd=x']) expect(await ids(none)).toEqual([])
  const change = (labels: Record<string, string | null>) =>
    at.tenant.act('things.update', { params: { thingId: 'a' }, body: { labels } })
  await change({ line: 'c' })
  expect([await ids('line=a=b'), await ids('line=c')]).toEqual([['d', 'e', 'g'], ['a']])
  await change({ line: 'a=b' })
})

test.each([
  ['things.list', { thingTypeId: 'truck', label: 'odd' }, 4],
  ['sites.list', { text: 'Name' }, 8],
  ['fleets.list', {}, 9],
  ['thingTypes.list', {}, 9],
  ['metricDefinitions.list', { text: 'name' }, 8],
  ['integrations.list', { sort: '-name' }, 8],
  ['keys.list', { keyType: 'External' }, 4],
  ['audit.list', { operation: 'sites.update' }, 1],
] as const)('%s counts its items on all pages on request', async (name, query, total) => {
  const call = { query: { ...query, limit: '2', count: 'true' } }
  const { json } = await send(api.url, name, call, at.admin)
  expect([json.items.length, json.total]).toEqual([Math.min(2, total), total])
  const without = await send(api.url, name, { query: { ...query, limit: '2' } }, at.admin)
  expect('total' in without.json).toBe(false)
  if (json.nextCursor === null) return
  // Only the first page needs the count.
  const cursor = json.nextCursor
  const next = await send(api.url, name, { query: { ...query, limit: '2', cursor } }, at.admin)
  expect(next.status).toBe(200)
})

test('templates are counted with the built-in ones', async () => {
  const all = await send(api.url, 'templates.list', { query: { limit: '100' } }, at.admin)
  const call = { query: { limit: '1', count: 'true' } }
  const { json } = await send(api.url, 'templates.list', call, at.admin)
  expect(json.total).toBe(all.json.items.length)
})

test('only what a key may read is counted', async () => {
  const scopes = [{ action: 'read' as const, resourceFilter: 'THING/truck/a' }]
  const { key } = await at.tenant.mint({ scopes })
  const { json } = await send(api.url, 'things.list', { query: { count: 'true' } }, key)
  expect(json.total).toBe(1)
})

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
