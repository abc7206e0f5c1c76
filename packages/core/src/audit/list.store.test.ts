import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'

let core: TestCore
let organization: Awaited<ReturnType<typeof newOrganization>>
beforeAll(async () => {
  core = openTestCore()
  organization = await newOrganization(core)
  await organization.act('sites.create', { body: { id: 'oslo', name: 'Oslo' } })
  core.advance(60)
  await organization.act('sites.create', { body: { id: 'bergen', name: 'Bergen' } }, admin)
  core.advance(60)
  await organization.act('organization.update', { body: { name: '50%_off' } })
})
afterAll(() => core.close())

const admin = { action: '*', resourceFilter: '#' } as const
type Query = Parameters<typeof organization.act<'audit.list'>>[1]['query']
const list = (query: Query) => organization.act('audit.list', { query })
const resources = async (query: Query) => (await list(query)).items.map(({ resource }) => resource)

const all = ['ORGANIZATION', 'PLACE/Site/bergen', 'PLACE/Site/oslo', 'ORGANIZATION']

test('the audit log lists every change of its organization only, newest first', async () => {
  const other = await newOrganization(core)
  await other.act('sites.create', { body: { id: 'elsewhere', name: 'Elsewhere' } })
  expect(await resources({})).toEqual(all)
})

test('an audit entry contains actor, operation, time, before and after', async () => {
  const { items } = await list({ resource: 'PLACE/Site/bergen' })
  expect(items).toMatchObject([
    {
      ...{ at: '2026-06-01T12:01:00.000Z', requestId: 'test', operation: 'sites.create' },
      ...{ actor: { type: 'key', id: 'tester', name: 'tester' }, before: null },
      after: { id: 'bergen', name: 'Bergen' },
    },
  ])
})

test.each<[string, Query, string[]]>([
  ['operation', { operation: 'sites.create' }, ['PLACE/Site/bergen', 'PLACE/Site/oslo']],
  ['type of actor', { actorType: 'key' }, ['PLACE/Site/bergen']],
  ['actor', { actorId: 'tester' }, ['PLACE/Site/bergen']],
  ['resource', { resource: 'PLACE/Site/oslo' }, ['PLACE/Site/oslo']],
  ['request', { requestId: 'test' }, all.slice(0, -1)],
  ['another request', { requestId: 'other' }, []],
  ['start, included', { from: '2026-06-01T14:02:00+02:00' }, ['ORGANIZATION']],
  ['end, excluded', { to: '2026-06-01T12:01:00Z' }, ['PLACE/Site/oslo', 'ORGANIZATION']],
  ['text, whatever its case', { text: 'BERG' }, ['PLACE/Site/bergen']],
  ['text, taken literally', { text: '%' }, []],
  ['text of the actor', { text: 'ester' }, ['PLACE/Site/bergen']],
  ['text of the operation', { text: 'tes.cre' }, ['PLACE/Site/bergen', 'PLACE/Site/oslo']],
])('the audit log is filtered by %s', async (_what, query, expected) => {
  expect(await resources(query)).toEqual(expected)
})

test('pages of the audit log have no gaps while entries are added', async () => {
  const first = await list({ limit: 2 })
  await organization.act('sites.create', { body: { id: 'later', name: 'Later' } })
  const second = await list({ limit: 2, cursor: first.nextCursor ?? '' })
  expect([...first.items, ...second.items].map(({ resource }) => resource)).toEqual(all)
  expect(second.nextCursor).toBeNull()
})

test('the audit log returns only the requested fields', async () => {
  const { items } = await list({ fields: 'actor.name,operation', limit: 1 })
  expect(items).toEqual([{ actor: { name: 'test' }, operation: expect.any(String) }])
})

test.each([
  [{ actorType: 'robot' }, '/query/actorType'],
  [{ from: 'yesterday' }, '/query/from'],
  [{ text: '' }, '/query/text'],
  [{ cursor: 'x' }, '/query/cursor'],
])('the audit log rejects the query %j', async (query, pointer) => {
  await expect(list(query as Query)).rejects.toMatchObject({ errors: [{ pointer }] })
})
