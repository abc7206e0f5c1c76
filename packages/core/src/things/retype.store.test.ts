import type { Scope } from '@sluice/contract'
import { afterAll, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

const of = (...types: string[]): Scope[] =>
  types.flatMap((type) =>
    (['read', 'write'] as const).map((action) => ({ action, resourceFilter: `THING/${type}/#` })),
  )

/** A pump, and the two ways to turn it into a fan. */
async function newPump() {
  const { id: organizationId, act } = await newOrganization(core)
  for (const id of ['pump', 'fan']) await act('thingTypes.create', { body: { id, name: id } })
  await act('things.create', { body: { id: 'unit-1', name: 'Unit', thingTypeId: 'pump' } })
  const thingTypeId = 'fan'
  return {
    organizationId,
    ways: {
      'things.update': (...scopes: Scope[]) =>
        act('things.update', { params: { thingId: 'unit-1' }, body: { thingTypeId } }, ...scopes),
      'things.batch': (...scopes: Scope[]) =>
        act('things.batch', { body: { things: [{ id: 'unit-1', thingTypeId }] } }, ...scopes),
    },
  }
}

test.each(['things.update', 'things.batch'] as const)(
  '%s needs write under both types to change a type, audited under the new',
  async (name) => {
    const { organizationId, ways } = await newPump()
    const retype = ways[name]
    await expect(retype(...of('pump'))).rejects.toMatchObject({ code: 'scope-missing' })
    // Unreadable things are hidden: for a batch this is a new thing without a name.
    await expect(retype(...of('fan'))).rejects.toMatchObject({
      code: name === 'things.update' ? 'not-found' : 'invalid-request',
    })
    await retype(...of('pump', 'fan'))
    const [entry] = await core.db.auditEntry.findMany({
      where: { organizationId, operation: 'things.update' },
    })
    expect(entry).toMatchObject({
      resource: 'THING/fan/unit-1',
      before: { thingTypeId: 'pump' },
      after: { thingTypeId: 'fan' },
    })
  },
)
