import { afterAll, expect, test } from 'vitest'
import { perform } from '../pipeline/perform.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { withMeanwhile } from '../testing/meanwhile.ts'
import { nextEtag } from './etag.ts'

const core = openTestCore()
afterAll(() => core.close())

const uses = [
  { name: 'fleets.delete', params: { fleetId: 'new' }, joined: { fleetIds: ['new'] } },
  { name: 'sites.delete', params: { siteId: 'new' }, joined: { siteId: 'new' } },
  { name: 'thingTypes.delete', params: { thingTypeId: 'new' }, joined: { thingTypeId: 'new' } },
] as const

test.each(uses)(
  '$name is refused where a thing joins once the things were counted',
  async ({ name, params, joined }) => {
    const { act, system } = await newOrganization(core)
    for (const id of ['old', 'new']) await act('thingTypes.create', { body: { id, name: id } })
    await act('sites.create', { body: { id: 'new', name: 'New' } })
    await act('fleets.create', { body: { id: 'new', name: 'New' } })
    const made = await act('things.create', { body: { id: 't1', name: 'T1', thingTypeId: 'old' } })
    const thing = { params: { thingId: 't1' } }
    const racing = withMeanwhile(core, 'count', () =>
      act('things.update', { ...thing, body: joined as never }),
    )
    const request = { actor: system, requestId: 'test', address: null }
    const deleted = perform(racing, { ...request, name, call: { params } as never })
    await expect(deleted).rejects.toMatchObject({ code: 'conflict' })
    expect(await act('things.get', { ...thing, query: {} })).toMatchObject({
      ...joined,
      etag: nextEtag(made),
    })
  },
)
