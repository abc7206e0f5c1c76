import { type ActorName, actorNames, operations } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { sampleCalls } from '../testing/sample-calls.ts'
import { send } from '../testing/send.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()

const patches = actorNames.filter((name) => operations[name].method === 'PATCH')

async function entries(): Promise<number> {
  return at.api.core.db.auditEntry.count({ where: { organizationId: at.tenant.id } })
}

async function patch(name: ActorName, call: object, body: unknown) {
  const { status, json } = await send(at.api.url, name, { ...call, body }, at.admin)
  expect(status).toBe(200)
  return json
}

describe.each(patches)('%s', (name) => {
  test('with the current values changes nothing and returns the resource', async () => {
    const call = await sampleCalls[name](at.tenant)
    const before = await entries()
    const changed = await patch(name, call, call.body)
    expect(await entries()).toBe(before + 1)
    expect(await patch(name, call, call.body)).toEqual(changed)
    expect(await patch(name, call, {})).toEqual(changed)
    expect(await entries()).toBe(before + 1)
  })
})

test('naming the fleets of a thing in another order does not change it', async () => {
  await at.tenant.act('fleets.create', { body: { id: 'south', name: 'South' } })
  const call = { params: { thingId: 'truck-1' } }
  const { etag } = await patch('things.update', call, { fleetIds: ['south', 'north'] })
  const again = await patch('things.update', call, { fleetIds: ['north', 'south'] })
  expect(again.etag).toBe(etag)
})
