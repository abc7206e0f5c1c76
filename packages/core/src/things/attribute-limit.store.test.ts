import { callLimits } from '@sluice/contract'
import { afterAll, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

/** Each fits once, but not together with another of its kind. */
const halves = {
  'a text': 'x'.repeat(callLimits.attributes / 2),
  'numbers that Postgres writes with 326 characters each': Array(26).fill(5e-324),
}

const rows = ['things.update', 'things.batch'] as const
const cases = Object.entries(halves).flatMap(([what, half]) =>
  rows.map((name) => [name, what, half] as const),
)

test.each(cases)(
  '%s rejects merged attributes that exceed the limit of a thing: %s',
  async (name, _what, half) => {
    const { act } = await newOrganization(core)
    await act('thingTypes.create', { body: { id: 'pump', name: 'Pump' } })
    const pump = { id: 'unit-1', name: 'Unit', thingTypeId: 'pump', attributes: { a: half } }
    await act('things.create', { body: pump })
    const attributes = { b: half }
    const merge =
      name === 'things.update'
        ? act(name, { params: { thingId: 'unit-1' }, body: { attributes } })
        : act(name, { body: { things: [{ id: 'unit-1', attributes }] } })
    const detail =
      'would exceed the limit of 16384 characters as JSON, with all numbers written in full'
    const pointer = name === 'things.update' ? '/body/attributes' : '/body/things/0/attributes'
    await expect(merge).rejects.toMatchObject({ errors: [{ pointer, detail }] })
  },
)

test('a batch may have more numbers with exponents than one thing', async () => {
  const { act } = await newOrganization(core)
  await act('thingTypes.create', { body: { id: 'probe', name: 'Probe' } })
  const attributes = { A: 3.9083e-3, B: -5.775e-7, C: -4.183e-12, D: Array(20).fill(1e-30) }
  const things = Array.from({ length: 50 }, (_, i) => ({
    ...{ id: `probe-${i}`, name: 'Probe', thingTypeId: 'probe', attributes },
  }))
  expect(await act('things.batch', { body: { things } })).toMatchObject({ created: 50 })
})
