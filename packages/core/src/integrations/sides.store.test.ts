import type { Call, Scope } from '@sluice/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestCore } from '../testing/core.ts'
import { fine, newReceiver } from './delivery/testing/new-receiver.ts'

const core = openTestCore()
afterAll(() => core.close())

const params = { integrationId: 'partner' }
const inA = 'PLACE/Fleet/fa/THING/#/#'
const ofA: Scope[] = [
  { action: 'write', resourceFilter: 'INTEGRATION/partner' },
  { action: 'read', resourceFilter: 'INTEGRATION/partner' },
  { action: 'read', resourceFilter: inA },
]
const secret = { siteId: 'sb', name: 'secret name', attributes: { secretOwner: 'them' } }
const open = { siteId: null, name: 'open name', attributes: { secretOwner: null } }

/** A thing in fleet fa, and a partner who may read that fleet and created an integration for it. */
async function newPartner(resourceFilter = inA) {
  const hook = await newReceiver(core, { eventTypes: ['key.created'] })
  const { act, organizationId, newHolder } = hook
  for (const id of ['fa', 'fb']) await act('fleets.create', { body: { id, name: id } })
  await act('sites.create', { body: { id: 'sb', name: 'Site b' } })
  const thing = { id: 't', name: 'first', thingTypeId: 'truck', fleetIds: ['fa'] }
  await act('things.create', { body: thing })
  const partner = await newHolder(ofA)
  const url = 'https://partner.example/in'
  const eventTypes: Call<'integrations.create'>['body']['eventTypes'] = ['thing.updated']
  const body = { id: 'partner', name: 'Partner', url, eventTypes, resourceFilter: inA }
  await partner.act('integrations.create', { body })
  if (resourceFilter !== inA) {
    await act('integrations.update', { params, body: { resourceFilter, url } })
  }
  const log = async () => (await act('integrations.deliveries', { params, query: {} })).items
  const shownTo = async (reader: typeof partner.act, deliveryId: string) =>
    reader('integrations.delivery', { params: { ...params, deliveryId }, query: {} })
  return {
    ...{ ...hook, partner, log, shownTo },
    move: (fleetIds: string[], fields: Call<'things.update'>['body']) =>
      act('things.update', { params: { thingId: 't' }, body: { fleetIds, ...fields } }),
    sent: async () => {
      hook.received.length = 0
      await hook.deliver(core.db, 'partner')
      return hook.delivered().map(({ data }) => data)
    },
    again: async () => {
      for (const { id } of await log()) {
        const call = { params: { ...params, deliveryId: id } }
        await act('integrations.redeliver', call)
      }
    },
    organizationId,
  }
}

describe('a setter who may read only the old or the new state of a thing', () => {
  test('gets the old state when it leaves, and the new state when it comes back', async () => {
    const hook = await newPartner()
    await hook.move(['fb'], secret)
    const [left] = await hook.sent()
    expect(left).toMatchObject({ previous: { name: 'first', fleetIds: ['fa'], siteId: null } })
    expect(left).not.toHaveProperty('thing')
    await hook.move(['fb'], { name: 'another secret' })
    expect(await hook.sent()).toEqual([])
    await hook.move(['fa'], open)
    const [back] = await hook.sent()
    expect(back).toMatchObject({ thing: { name: 'open name', fleetIds: ['fa'] } })
    expect(back).not.toHaveProperty('previous')
    expect(JSON.stringify([left, back])).not.toMatch(/secret name|another|fb|"sb"|them/)
    await hook.move(['fa', 'fb'], { name: 'second name' })
    expect(await hook.sent()).toMatchObject([
      { thing: { name: 'second name' }, previous: { name: 'open name', fleetIds: ['fa'] } },
    ])
  })

  test('gets the same when it is redelivered, even if the filter was widened since', async () => {
    const hook = await newPartner()
    await hook.move(['fb'], secret)
    const first = await hook.sent()
    await hook.act('integrations.update', {
      params,
      body: { resourceFilter: '#', url: 'https://elsewhere.example' },
    })
    await hook.again()
    expect(await hook.sent()).toEqual(first)
  })

  test('is shown no more in the log, nor what a receiver answered to more', async () => {
    const hook = await newPartner('THING/#/#')
    hook.answers(() => ({ ...fine, status: 200, body: 'you sent secret name' }))
    await hook.move(['fb'], secret)
    expect(await hook.sent()).toMatchObject([{ thing: secret, previous: { name: 'first' } }])
    const [{ id } = { id: '' }] = await hook.log()
    const seen = await hook.shownTo(hook.partner.act, id)
    expect(seen).toMatchObject({
      ...{ withheld: false, resource: 'THING/truck/t' },
      payload: { data: { previous: { name: 'first' } } },
      attempts: [{ status: 200, responseBody: null, responseHeaders: null }],
    })
    expect(JSON.stringify(seen)).not.toMatch(/secret name|"sb"|fb|them/)
    expect(await hook.shownTo(hook.act, id)).toMatchObject({
      payload: { data: { thing: secret, previous: { name: 'first' } } },
      attempts: [{ responseBody: 'you sent secret name' }],
    })
  })

  test('is shown the thing by the type that it had', async () => {
    const hook = await newPartner('THING/#/#')
    await hook.act('thingTypes.create', { body: { id: 'hidden', name: 'Hidden' } })
    await hook.move(['fb'], { thingTypeId: 'hidden' })
    const { items } = await hook.partner.act('integrations.deliveries', { params, query: {} })
    expect(items).toMatchObject([{ resource: 'THING/truck/t', withheld: false }])
  })
})

test('a delivery of the version before is judged by the filter when it is sent', async () => {
  const hook = await newPartner()
  await hook.act('integrations.update', { params, body: { url: 'https://ours.example' } })
  await hook.move(['fb'], secret)
  await core.db.delivery.updateMany({
    where: { organizationId: hook.organizationId, integrationId: 'partner' },
    data: { side: null },
  })
  const [data] = await hook.sent()
  expect(data).toMatchObject({ previous: { name: 'first' } })
  expect(data).not.toHaveProperty('thing')
})
