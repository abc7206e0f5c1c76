import type { AuditEntry, Scope } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'

let core: TestCore
let organization: Awaited<ReturnType<typeof newOrganization>>
beforeAll(async () => {
  core = openTestCore()
  organization = await newOrganization(core)
  const { act } = organization
  for (const id of ['oslo', 'bergen']) await act('sites.create', { body: { id, name: id } })
  await act('fleets.create', { body: { id: 'north', name: 'North' } })
  for (const id of ['truck', 'van']) await act('thingTypes.create', { body: { id, name: id } })
  await act('things.create', {
    body: { id: 'one', name: 'Secret', thingTypeId: 'truck', siteId: 'oslo', fleetIds: ['north'] },
  })
  const params = { thingId: 'one' }
  await act('things.update', { params, body: { siteId: 'bergen', thingTypeId: 'van' } })
  await act('things.delete', { params })
})
afterAll(() => core.close())

const read = (resourceFilter: string): Scope => ({ action: 'read', resourceFilter })
const write = (resourceFilter: string): Scope => ({ action: 'write', resourceFilter })
type Query = Parameters<typeof organization.act<'audit.list'>>[1]['query']

const list = async (query: Query, ...scopes: Scope[]) =>
  (await organization.act('audit.list', { query }, read('ORGANIZATION'), ...scopes)).items

/** The thing's entries, the oldest first: which records they have, and what they call the thing. */
async function ofThing(...scopes: Scope[]) {
  const all = await list({ sort: 'at' }, ...scopes)
  return all
    .filter(({ operation }) => /^things\./.test(operation))
    .map(({ resource, before, after, withheld }) => [
      resource,
      before !== null,
      after !== null,
      withheld,
    ])
}

const form = 'THING/#/#'

describe('the audit log', () => {
  test('withholds records, and ids, that the key may not read', async () => {
    const items = await list({})
    expect(items).toHaveLength(9)
    const organizations = items.filter(({ resource }) => resource === 'ORGANIZATION')
    expect(organizations).toMatchObject([{ after: { id: organization.id }, withheld: false }])
    const rest = items.filter(({ resource }) => resource !== 'ORGANIZATION')
    const bare = { before: null, after: null, withheld: true, entries: 1 }
    for (const entry of rest) {
      expect(entry).toMatchObject({ ...bare, actor: { type: 'system' }, hash: null })
      expect(entry.resource).toMatch(/#$/)
    }
    expect(JSON.stringify(rest)).not.toMatch(/oslo|bergen|north|truck|Secret|"one"/i)
  })

  test('shows everything to a key that may read everything', async () => {
    const items = await list({}, read('#'))
    expect(items.every(({ withheld }) => !withheld)).toBe(true)
    expect(await ofThing(read('#'))).toEqual([
      ['THING/truck/one', false, true, false],
      ['THING/van/one', true, true, false],
      ['THING/van/one', true, false, false],
    ])
  })

  test('judges each record of a thing by where the thing was then', async () => {
    expect(await ofThing(read('PLACE/Site/oslo/THING/#/#'))).toEqual([
      ['THING/truck/one', false, true, false],
      ['THING/truck/one', true, false, true],
      [form, false, false, true],
    ])
    expect(await ofThing(read('PLACE/Site/bergen/THING/#/#'))).toEqual([
      [form, false, false, true],
      ['THING/van/one', false, true, true],
      ['THING/van/one', true, false, false],
    ])
    expect(await ofThing(read('PLACE/Fleet/north/THING/van/#'))).toEqual([
      [form, false, false, true],
      ['THING/van/one', false, true, true],
      ['THING/van/one', true, false, false],
    ])
  })

  test('names what the key may write, without its records', async () => {
    expect(await ofThing(write('THING/#/one'))).toEqual([
      ['THING/truck/one', false, false, true],
      ['THING/van/one', false, false, true],
      ['THING/van/one', false, false, true],
    ])
  })

  test('has as many entries and pages, whoever reads it; hashes only for who may read everything', async () => {
    const pages = async (...scopes: Scope[]) => {
      const found: AuditEntry[][] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query = { limit: 2, ...(cursor && { cursor }) }
        const asked = [read('ORGANIZATION'), ...scopes]
        const page = await organization.act('audit.list', { query }, ...asked)
        found.push(page.items)
        cursor = page.nextCursor
      }
      return found
    }
    const positions = (all: AuditEntry[][]) =>
      all.map((page) => page.map(({ position }) => position))
    const hashes = (all: AuditEntry[][]) => new Set(all.flat().map(({ hash }) => typeof hash))
    const [some, all] = [await pages(), await pages(read('#'))]
    expect(positions(some)).toEqual(positions(all))
    // With the hash of one entry, guesses about the next one could be confirmed.
    expect(hashes(some)).toEqual(new Set(['object']))
    expect(hashes(all)).toEqual(new Set(['string']))
  })
})

describe.each<[string, Scope[], number]>([
  ['nothing', [], 0],
  ['everything', [read('#')], 3],
  ['its type now', [read('THING/van/#')], 2],
  ['its type before', [read('THING/truck/#')], 1],
  ['its id', [read('THING/#/one')], 3],
  ['another id', [read('THING/#/two')], 0],
  ['its site now', [read('PLACE/Site/bergen/THING/#/#')], 2],
  ['its site before', [read('PLACE/Site/oslo/THING/#/#')], 1],
  ['any site', [read('PLACE/Site/#/THING/#/#')], 3],
  ['its fleet', [read('PLACE/Fleet/north/THING/#/#')], 3],
  ['any fleet', [read('PLACE/Fleet/#/THING/#/#')], 3],
  ['another fleet', [read('PLACE/Fleet/south/THING/#/#')], 0],
  ['any place', [write('PLACE/#/#/THING/van/one')], 2],
])('a filter by a guessed id, with access to %s,', (_what, scopes, entries) => {
  test(`finds ${entries} entries`, async () => {
    const byResource = await Promise.all(
      ['THING/truck/one', 'THING/van/one'].map((resource) => list({ resource }, ...scopes)),
    )
    expect(byResource.flat()).toHaveLength(entries)
    expect(await list({ text: '/ONE' }, ...scopes)).toHaveLength(entries)
  })
})

test('a filter by a thing in no fleet is not answered to readers of fleets', async () => {
  const { act } = organization
  await act('things.create', { body: { id: 'alone', name: 'Alone', thingTypeId: 'van' } })
  expect(await list({ text: 'alone' }, read('PLACE/Fleet/#/THING/#/#'))).toEqual([])
  expect(await list({ text: 'alone' }, read('PLACE/Site/#/THING/#/#'))).toEqual([])
  expect(await list({ text: 'alone' }, read('THING/#/#'))).toHaveLength(1)
})

test('a filter by a path with # in place of a type finds all entries of a thing', async () => {
  const { act } = organization
  await act('things.create', { body: { id: 'one-1', name: 'One', thingTypeId: 'van' } })
  const found = await list({ resource: 'THING/#/one', sort: 'at' }, read('#'))
  const paths = ['THING/truck/one', 'THING/van/one', 'THING/van/one']
  expect(found.map(({ resource }) => resource)).toEqual(paths)
  expect(await list({ resource: 'THING/#/one' }, read('THING/truck/#'))).toHaveLength(1)
  expect(await list({ resource: '#/truck/#' }, read('#'))).toHaveLength(1)
  expect(await list({ resource: 'THING/#/one' })).toEqual([])
})

test('a filter is not answered to readers of an id that is alike but for an underscore', async () => {
  const { act } = organization
  for (const id of ['a_b', 'axb']) {
    await act('thingTypes.create', { body: { id, name: id } })
    await act('things.create', { body: { id: `of-${id}`, name: id, thingTypeId: id } })
    await act('things.create', { body: { id: `${id}-1`, name: id, thingTypeId: 'van' } })
  }
  const found = async (text: string, resourceFilter: string) =>
    (await list({ text }, read(resourceFilter))).length
  expect(await found('of-a_b', 'THING/a_b/#')).toBe(1)
  expect(await found('of-axb', 'THING/a_b/#')).toBe(0)
  expect(await found('a_b-1', 'THING/#/a_b-1')).toBe(1)
  expect(await found('axb-1', 'THING/#/a_b-1')).toBe(0)
})
