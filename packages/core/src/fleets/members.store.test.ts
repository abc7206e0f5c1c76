import type { Scope } from '@sluice/contract'
import { afterAll, expect, test } from 'vitest'
import { perform } from '../pipeline/perform.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { withMeanwhile } from '../testing/meanwhile.ts'

const core = openTestCore()
afterAll(() => core.close())

async function newYard() {
  const organization = await newOrganization(core)
  const { act } = organization
  for (const id of ['yard', 'vault']) await act('sites.create', { body: { id, name: id } })
  await act('fleets.create', { body: { id: 'mine', name: 'Mine' } })
  await act('thingTypes.create', { body: { id: 'truck', name: 'Truck' } })
  const body = { id: 't1', name: 'T1', thingTypeId: 'truck', siteId: 'yard' }
  await act('things.create', { body })
  return organization
}

const ofYard: Scope[] = (['read', 'write'] as const).flatMap((action) =>
  ['PLACE/Site/yard/THING/#/#', 'PLACE/Fleet/mine', 'PLACE/Fleet/mine/THING/#/#'].map(
    (resourceFilter) => ({ action, resourceFilter }),
  ),
)

test.each(['add', 'remove'] as const)(
  'a thing that moves out of reach while a call is to %s it stays as it was moved',
  async (list) => {
    const { act, system } = await newYard()
    const fleetIds = list === 'add' ? [] : ['mine']
    const params = { thingId: 't1' }
    await act('things.update', { params, body: { fleetIds } })
    const fleet = () => act('fleets.get', { params: { fleetId: 'mine' }, query: {} })
    const before = await fleet()
    const racing = withMeanwhile(core, 'findMany', () =>
      act('things.update', { params, body: { siteId: 'vault' } }),
    )
    const call = {
      params: { fleetId: 'mine' },
      body: { add: [], remove: [], [list]: ['t1'] },
    }
    const changed = perform(racing, {
      ...{ name: 'fleets.changeMembers', actor: { ...system, scopes: ofYard }, call },
      ...{ requestId: 'test', address: null },
    })
    await expect(changed).rejects.toMatchObject({ code: 'conflict' })
    expect(await act('things.get', { params, query: {} })).toMatchObject({
      siteId: 'vault',
      fleetIds,
    })
    expect((await fleet()).etag).toBe(before.etag)
  },
)

test('the ids of members are shown to who may read the things, not to readers of the fleet alone', async () => {
  const { act } = await newYard()
  await act('fleets.changeMembers', { params: { fleetId: 'mine' }, body: { add: ['t1'] } })
  const read = async (...filters: string[]) => {
    const scopes = ['ORGANIZATION', ...filters].map((resourceFilter) => {
      return { action: 'read', resourceFilter } as const
    })
    const query = { operation: 'fleets.changeMembers', resource: 'PLACE/Fleet/mine' } as const
    const { items } = await act('audit.list', { query }, ...scopes)
    return items.map(({ resource, after, withheld }) => [resource, after, withheld])
  }
  expect(await read('PLACE/Fleet/mine')).toEqual([['PLACE/Fleet/mine', null, true]])
  for (const filter of ['THING/#/#', 'PLACE/Fleet/mine/THING/#/#']) {
    const [entry] = await read('PLACE/Fleet/mine', filter)
    expect(entry).toEqual(['PLACE/Fleet/mine', { added: ['t1'] }, false])
  }
})

test('each thing that joins or leaves is recorded as it was and as it is', async () => {
  const { act } = await newYard()
  await act('fleets.create', { body: { id: 'all', name: 'All' } })
  const members = (fleetId: string, add: string[], remove: string[]) =>
    act('fleets.changeMembers', { params: { fleetId }, body: { add, remove } })
  await members('mine', ['t1'], [])
  await members('all', ['t1'], [])
  await members('mine', [], ['t1'])
  const thing = await act('things.get', { params: { thingId: 't1' }, query: {} })
  const { freshness: _freshness, ...stored } = thing
  expect(stored).toMatchObject({ fleetIds: ['all'] })
  const query = { operation: 'fleets.changeMembers', resource: 'THING/truck/t1' } as const
  const { items } = await act('audit.list', { query })
  expect(items[0]?.after).toEqual(stored)
  expect(items.map(({ before, after }) => [before, after])).toMatchObject([
    [{ fleetIds: ['all', 'mine'] }, { fleetIds: ['all'] }],
    [{ fleetIds: ['mine'] }, { fleetIds: ['all', 'mine'] }],
    [{ fleetIds: [] }, { fleetIds: ['mine'] }],
  ])
})
