import type { Call, Scope } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listening, notified } from '../changes/testing/notified.ts'
import { nextEtag } from '../resources/etag.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
let organization: Awaited<ReturnType<typeof newOrganization>>

beforeAll(() => listening([core.changes]))
beforeEach(async () => {
  organization = await newOrganization(core)
})
afterAll(() => core.close())

type Draft = Partial<Call<'mappings.create'>['body']>

const create = (id: string, draft: Draft = {}, ...scopes: Scope[]) =>
  organization.act(
    'mappings.create',
    { body: { id, name: id, protocol: 'influx', ...draft } },
    ...scopes,
  )
const update = (mappingId: string, body: Call<'mappings.update'>['body'], ...scopes: Scope[]) =>
  organization.act('mappings.update', { params: { mappingId }, body }, ...scopes)
const read = (mappingId: string) =>
  organization.act('mappings.get', { params: { mappingId }, query: {} })

const writing = (...ids: string[]): Scope[] =>
  ids.flatMap((id) => {
    const resourceFilter = `DEFINITION/Mapping/${id}`
    return (['read', 'write'] as const).map((action) => ({ action, resourceFilter }))
  })

test('a mapping has the expressions of its protocol where it says none', async () => {
  expect(await create('lines')).toMatchObject({ thing: 'thing,host', metric: '{field}' })
  const series = await create('series', { protocol: 'prometheus' })
  expect(series).toMatchObject({ thing: 'thing,host,instance', metric: '{__name__}' })
})

test('is changed by a merge patch, in which null takes a metric away', async () => {
  const metrics = { a: { key: 'b' }, c: { factor: 2 } }
  const made = await create('m', { metrics, match: [{ measurement: 'cpu' }] })
  const changed = await update('m', {
    metrics: { a: null, c: { factor: null, offset: 1 } },
    match: [],
  })
  expect(changed).toMatchObject({ match: [], etag: nextEtag(made) })
  expect(changed.metrics).toEqual({ c: { offset: 1 } })
  expect(await read('m')).toEqual(changed)
  expect(await update('m', { name: 'm' })).toEqual(changed)
})

test('may rename what is no key, and must give it one', async () => {
  const metrics = { 'job:temp:avg': { key: 'temperature' } }
  await create('m', { metrics })
  const faulty = { code: 'invalid-request', errors: [{ pointer: '/body/metrics' }] }
  const without = { 'a:b': { factor: 2 } }
  await expect(create('n', { metrics: without })).rejects.toMatchObject(faulty)
  const removed = { 'job:temp:avg': { key: null } }
  await expect(update('m', { metrics: removed })).rejects.toMatchObject(faulty)
})

test('of calls that want the default at once all succeed, and one mapping has it', async () => {
  await create('old')
  const ids = ['a', 'b', 'c', 'd', 'e']
  await Promise.all([
    ...ids.map((id) => create(id, { isDefault: true })),
    update('old', { isDefault: true }),
  ])
  const all = await Promise.all([...ids, 'old'].map(read))
  expect(all.filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

test.each<[string, Draft, string]>([
  ['a metric without a field', { metric: '{measurement}' }, '/body/metric'],
  ['a thing by a field', { thing: '{field}' }, '/body/thing'],
  ['a thing type that there is not', { createMissing: 'none' }, '/body/createMissing'],
])('%s is refused when it is made and when it is changed', async (_, draft, pointer) => {
  const refusal = { code: 'invalid-request', errors: [expect.objectContaining({ pointer })] }
  await expect(create('m', draft)).rejects.toMatchObject(refusal)
  await create('m')
  const { metric, thing, createMissing } = draft
  const patch = JSON.parse(JSON.stringify({ metric, thing, createMissing }))
  await expect(update('m', patch)).rejects.toMatchObject(refusal)
})

test('its thing type cannot be deleted', async () => {
  await organization.act('thingTypes.create', { body: { id: 'host', name: 'Host' } })
  await create('m', { createMissing: 'host' })
  const params = { thingTypeId: 'host' }
  await expect(organization.act('thingTypes.delete', { params })).rejects.toMatchObject({
    ...{ code: 'conflict', detail: 'It is used by 1 mapping (m). Take it out of them first.' },
  })
  await update('m', { createMissing: null })
  await organization.act('thingTypes.delete', { params })
})

test('an organization has at most a hundred', async () => {
  for (let i = 0; i < 100; i += 1) await create(`m${i}`)
  await expect(create('more')).rejects.toMatchObject({ code: 'conflict' })
})

describe('a default', () => {
  test('takes that from the one before, in one step, and both changes are audited', async () => {
    await create('first', { isDefault: true })
    await create('other', { isDefault: true, protocol: 'otlp' })
    await create('second')
    await update('second', { isDefault: true })
    const defaults = await Promise.all(['first', 'other', 'second'].map(read))
    expect(defaults.map(({ isDefault }) => isDefault)).toEqual([false, true, true])
    await create('third', { isDefault: true })
    expect((await read('second')).isDefault).toBe(false)
    const { items } = await organization.act('audit.list', { query: {} })
    expect(items.map(({ operation, resource }) => `${operation} ${resource}`).slice(0, 2)).toEqual([
      'mappings.create DEFINITION/Mapping/third',
      'mappings.update DEFINITION/Mapping/second',
    ])
  })

  test('cannot be taken from one that the caller may not change', async () => {
    await create('first', { isDefault: true })
    await expect(create('m', { isDefault: true }, ...writing('m'))).rejects.toMatchObject({
      code: 'scope-missing',
      // Not which one it is, which the caller may not read either.
      message: expect.not.stringContaining('Mapping/first'),
    })
    await create('m', { isDefault: true }, ...writing('m', 'first'))
    expect((await read('first')).isDefault).toBe(false)
  })
})

describe('what nodes remember', () => {
  const known = (id: string) => core.knownThings.mapping(organization.id, id)
  const standard = () => core.knownThings.defaultMapping(organization.id, 'influx')
  const allNotified = () => notified(core.db, [core.changes])

  test('follows the changes of this node at once', async () => {
    expect(await standard()).toBeNull()
    await create('m', { isDefault: true })
    expect(await standard()).toMatchObject({ id: 'm', createMissing: null })
    await organization.act('thingTypes.create', { body: { id: 'host', name: 'Host' } })
    await update('m', { createMissing: 'host' })
    expect(await known('m')).toMatchObject({ createMissing: 'host' })
    await organization.act('mappings.delete', { params: { mappingId: 'm' } })
    expect([await known('m'), await standard()]).toEqual([null, null])
  })

  test.each([
    ['a new default', `UPDATE mappings SET "isDefault" = id = 'b'`, 'b'],
    ['none any more', `UPDATE mappings SET "isDefault" = false`, undefined],
    ['a deletion', 'DELETE FROM mappings', undefined],
  ])('follows a change by hand: %s', async (_, statement, expected) => {
    await create('a', { isDefault: true })
    await create('b')
    await allNotified()
    expect((await standard())?.id).toBe('a')
    await core.db.mapping.updateMany({
      where: { organizationId: organization.id },
      data: { isDefault: false },
    })
    const where = `${statement} WHERE "organizationId" = $1`
    await core.db.$executeRawUnsafe(where, organization.id)
    await allNotified()
    expect((await standard())?.id).toBe(expected)
  })

  test('follows a default that is made by hand where there was none', async () => {
    await allNotified()
    expect(await standard()).toBeNull()
    await core.db.$executeRaw`
      INSERT INTO mappings ("organizationId", id, name, protocol, "isDefault", thing, metric, rules, "updatedAt")
      SELECT "organizationId", 'hand', 'hand', 'influx', true, 'host', '{field}',
        '{"match": [], "drop": [], "metrics": {}, "ignoredLabels": [], "unmappedLabels": "allow", "invalidCharacters": "refuse"}', now()
      FROM (VALUES (${organization.id})) AS one("organizationId")`
    await allNotified()
    expect((await standard())?.id).toBe('hand')
  })
})
