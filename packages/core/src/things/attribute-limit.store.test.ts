import { callLimits } from '@sluice/contract'
import { afterAll, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

/** Fits once, but not together with another of its kind. */
const half = 'x'.repeat(callLimits.attributes / 2)

test.each(['things.update', 'things.batch'] as const)(
  '%s rejects merged attributes that exceed the limit of a thing',
  async (name) => {
    const { act } = await newOrganization(core)
    await act('thingTypes.create', { body: { id: 'pump', name: 'Pump' } })
    const pump = { id: 'unit-1', name: 'Unit', thingTypeId: 'pump', attributes: { a: half } }
    await act('things.create', { body: pump })
    const attributes = { b: half }
    const merge =
      name === 'things.update'
        ? act(name, { params: { thingId: 'unit-1' }, body: { attributes } })
        : act(name, { body: { things: [{ id: 'unit-1', attributes }] } })
    const detail = 'would exceed the limit of 16384 characters as JSON'
    const pointer = name === 'things.update' ? '/body/attributes' : '/body/things/0/attributes'
    await expect(merge).rejects.toMatchObject({ errors: [{ pointer, detail }] })
  },
)
