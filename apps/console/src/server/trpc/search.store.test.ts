import { randomUUID } from 'node:crypto'
import { createOrganization } from '@sluice/core'
import { beforeAll, expect, test } from 'vitest'
import { setUpCore } from '../testing/set-up-core.ts'
import { signInMember } from '../testing/sign-in-member.ts'
import { createCallerFactory, router } from './init.ts'
import { operationRouters } from './operations.ts'
import { searchRouter } from './search.ts'

const core = setUpCore()
const [own, other] = [`org-${randomUUID()}`, `org-${randomUUID()}`]
const callerOf = createCallerFactory(router({ search: searchRouter, ...operationRouters() }))

async function signedIn(organizationId: string, role: 'owner' | 'viewer' = 'owner') {
  const { context } = await signInMember(core, { organizationId, role, sameOrigin: true })
  return callerOf(context)
}

beforeAll(async () => {
  for (const [id, name] of [
    [own, 'Ours'],
    [other, 'Theirs'],
  ] as const) {
    await createOrganization(core, { id, name })
    const { thingTypes, things, sites, fleets } = await signedIn(id)
    await thingTypes.create({ body: { id: 'pump', name: 'Pump', metrics: [] } })
    await sites.create({ body: { id: 'pump-yard', name: `${name} yard`, timezone: 'UTC' } })
    await fleets.create({ body: { id: 'north', name: 'Pumps of the north' } })
    const ids = ['1-pump', '2-pump', '3-pump', '4-pump', '5-pump', '6-pump', 'p', 'pump']
    await things.batch({
      body: { things: ids.map((thing) => ({ id: thing, name: name, thingTypeId: 'pump' })) },
    })
  }
})

test('finds anything by part of its id or name, exact matches first', async () => {
  const { search } = await signedIn(own, 'viewer')
  const found = await search.find({ text: 'pump' })
  const ofKind = (kind: string) => found.filter((one) => one.kind === kind).map(({ id }) => id)
  expect(ofKind('thing')).toEqual(['pump', '1-pump', '2-pump', '3-pump', '4-pump'])
  expect(ofKind('site')).toEqual(['pump-yard'])
  expect(ofKind('fleet')).toEqual(['north'])
  expect(ofKind('thingType')).toEqual(['pump'])
})

test('finds nothing of another organization', async () => {
  const { search } = await signedIn(own)
  expect(await search.find({ text: 'Theirs' })).toEqual([])
  expect(await search.find({ text: 'Ours yard' })).toEqual([
    { kind: 'site', id: 'pump-yard', name: 'Ours yard' },
  ])
})

test('finds a key by its key string, of which only the id is used', async () => {
  const { search, keys } = await signedIn(own)
  const { id, key } = await keys.create({
    body: {
      ...{ keyType: 'External', name: 'partner' },
      scopes: [{ action: 'read', resourceFilter: 'THING/#/#' }],
    },
  })
  expect(await search.find({ text: key.slice(0, 40) })).toEqual([
    { kind: 'key', id, name: 'partner' },
  ])
})

test.each(['', ' ', 'x'.repeat(101), 'a\0b'])('rejects the search text %j', async (text) => {
  const { search } = await signedIn(own)
  await expect(search.find({ text })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('accepts search text that cannot be an id', async () => {
  const { search } = await signedIn(own)
  expect(await search.find({ text: '../%_"' })).toEqual([])
})
