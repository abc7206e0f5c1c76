import { type ActorName, listSorts } from '@sluice/contract'
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
    if (i === 3) api.clock.advance(60)
  }
  await at.tenant.act('sites.update', { params: { siteId: 'a' }, body: { name: 'Name 9' } })
})

type Row = Record<'id' | 'name' | 'createdAt' | 'updatedAt', string>

async function allOf(name: ActorName, query: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await send(
      api.url,
      name,
      { query: { ...query, ...(cursor && { cursor }) } },
      at.admin,
    )
    expect(page.status, page.text).toBe(200)
    rows.push(...page.json.items)
    cursor = page.json.nextCursor
  }
  return rows
}

// One function sorts all lists: one list is tested in every order, the others in the most demanding one.
const others = ['sites.list', 'fleets.list', 'thingTypes.list', 'metricDefinitions.list'] as const
const walks = [
  ...listSorts.map((sort) => ['things.list', sort] as const),
  ...others.map((name) => [name, '-updatedAt'] as const),
]

test.each(walks)('%s sorted by %s contains every row once over all pages', async (name, sort) => {
  const column = sort.replace('-', '') as keyof Row
  const turned = sort.startsWith('-') ? -1 : 1
  const rows = await allOf(name, { sort, limit: '3' })
  const wanted = (await allOf(name, { limit: '100' })).sort(
    (a, b) => turned * (compare(a[column], b[column]) || compare(a.id, b.id)),
  )
  expect(rows.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

test('an unknown sort order, or the cursor of another one, is rejected', async () => {
  const unknown = await send(api.url, 'things.list', { query: { sort: 'size' } }, at.admin)
  expect(unknown.json.errors).toEqual([
    { pointer: '/query/sort', detail: `must be one of ${listSorts.join(', ')}` },
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

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
