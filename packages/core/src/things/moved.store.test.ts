import type { Scope } from '@sluice/contract'
import { afterAll, expect, test } from 'vitest'
import { perform } from '../pipeline/perform.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

const places = [
  {
    place: 'fleet',
    filter: 'PLACE/Fleet/fa/THING/#/#',
    of: { fleetIds: ['fa'] },
    gone: { fleetIds: [] },
  },
  {
    place: 'site',
    filter: 'PLACE/Site/sa/THING/#/#',
    of: { siteId: 'sa' },
    gone: { siteId: null },
  },
  { place: 'type', filter: 'THING/truck/#', of: {}, gone: { thingTypeId: 'van' } },
]

test.each(places)(
  'a thing is judged by the $place that it has now, not by the one that a node remembers',
  async ({ filter, of, gone }) => {
    const { act, id: organizationId, system } = await newOrganization(core)
    for (const id of ['truck', 'van']) await act('thingTypes.create', { body: { id, name: id } })
    await act('sites.create', { body: { id: 'sa', name: 'A' } })
    await act('fleets.create', { body: { id: 'fa', name: 'A' } })
    await act('things.create', {
      body: { id: 't', name: 'T', thingTypeId: 'truck', ...of } as never,
    })
    const remembered = await core.knownThings.thing(organizationId, 't')
    const params = { thingId: 't' }
    await act('things.update', { params, body: gone as never })
    const scopes: Scope[] = [
      ...['read', 'write'].map((action) => ({ action: action as 'read', resourceFilter: filter })),
      { action: 'write', resourceFilter: 'PLACE/#/#' },
    ]
    const stale = { ...core, knownThings: { ...core.knownThings, thing: () => remembered } }
    const calls = [
      ['things.get', { params, query: {} }],
      ['things.update', { params, body: { ...of, thingTypeId: 'truck' } }],
      ['telemetry.erase', { params, query: { from: '-1d', to: 'now' } }],
      ['things.delete', { params }],
    ] as const
    for (const [name, call] of calls) {
      const actor = { ...system, scopes }
      const request = { name, actor, call: call as never, requestId: 'test', address: null }
      await expect(perform(stale, request)).rejects.toMatchObject({ code: 'not-found' })
    }
    expect(await act('things.get', { params, query: {} })).toMatchObject(gone)
  },
)
