import { randomUUID } from 'node:crypto'
import type { ActorName, Call, Output } from '@sluice/contract'
import { actForOrganization, type Core, createOrganization, perform } from '@sluice/core'

/** An organization for one test, without any resource. */
export async function emptyTenant(core: Core) {
  const id = `org-${randomUUID()}`
  await createOrganization(core, { id, name: id })
  const actor = await actForOrganization(core, 'test', id)
  if (!actor) throw new Error('The test organization was not made.')

  function act<Name extends ActorName>(name: Name, call: Call<Name>): Promise<Output<Name>> {
    return perform(core, { name, actor: actor as never, call, requestId: 'test', address: null })
  }

  /** A key's string and id. */
  function mint(draft: Partial<Call<'keys.create'>['body']> = {}) {
    const scopes = [{ action: '*' as const, resourceFilter: '#' }]
    return act('keys.create', { body: { keyType: 'Admin', name: 'test', scopes, ...draft } })
  }

  return { id, act, mint }
}

/** An organization for one test, with the same resource ids as all others. */
export async function newTenant(core: Core) {
  const tenant = await emptyTenant(core)
  const { act } = tenant
  await act('sites.create', { body: { id: 'yard', name: 'Yard', timezone: 'Europe/Oslo' } })
  await act('fleets.create', { body: { id: 'north', name: 'North' } })
  await act('metricDefinitions.create', {
    body: { id: 'air', name: 'Air', valueType: 'number', unit: 'Cel', min: -90, max: 60 },
  })
  await act('thingTypes.create', {
    body: {
      id: 'truck',
      name: 'Truck',
      metrics: [{ key: 'temperature', metricDefinitionId: 'air' }],
    },
  })
  await act('things.create', {
    body: { id: 'truck-1', name: 'Truck 1', thingTypeId: 'truck', siteId: 'yard' },
  })
  return tenant
}

export type Tenant = Awaited<ReturnType<typeof newTenant>>
