import type { Call, Scope } from '@sluice/contract'
import { afterAll, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

type Patch = Pick<
  Call<'things.change'>['body']['change'],
  'thingTypeId' | 'siteId' | 'labels' | 'attributes'
>

const write = (resourceFilter: string): Scope => ({ action: 'write', resourceFilter })
const read = (resourceFilter: string): Scope => ({ action: 'read', resourceFilter })

/** A truck with a secret, in a site, and the ways to change it; each answers why it is refused, or `done`. */
async function newTruck() {
  const { act } = await newOrganization(core)
  await act('sites.create', { body: { id: 'yard', name: 'Yard' } })
  for (const id of ['truck', 'probe']) {
    const attributesSchema = id === 'probe' ? { additionalProperties: false } : null
    await act('thingTypes.create', { body: { id, name: id, attributesSchema } })
  }
  const attributes = { simPin: '7394' }
  const truck = { id: 'truck-1', name: 'Truck', thingTypeId: 'truck', siteId: 'yard', attributes }
  await act('things.create', { body: truck })

  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      ({ detail }: { detail: string }) => detail,
    )
  const ways = {
    'things.update': (patch: Patch, ...scopes: Scope[]) =>
      outcome(act('things.update', { params: { thingId: 'truck-1' }, body: patch }, ...scopes)),
    'things.batch': (patch: Patch, ...scopes: Scope[]) => {
      const things = [{ id: 'truck-1', ...patch }]
      const body = { mode: 'update', validateOnly: true, things } as const
      return outcome(act('things.batch', { body }, ...scopes))
    },
    'things.change': async (patch: Patch, ...scopes: Scope[]) => {
      const body = { validateOnly: true, things: [{ id: 'truck-1' }], change: patch }
      const { items } = await act('things.change', { body }, ...scopes)
      return items[0]?.detail ?? 'done'
    },
  }
  return { ways }
}

const needs = (action: string, resourceFilter: string) =>
  `This needs the scope {"action": "${action}", "resourceFilter": "${resourceFilter}"}.`

test.each(['things.update', 'things.batch', 'things.change'] as const)(
  '%s does not tell the type of a thing that leaves the place by which the caller may write it',
  async (name) => {
    const { ways } = await newTruck()
    const inYard = 'PLACE/Site/yard/THING/#/#'
    const leave = { siteId: null }
    expect(await ways[name](leave, write(inYard))).toBe(needs('write', 'THING/#/truck-1'))
    const told = needs('write', 'THING/truck/truck-1')
    expect(await ways[name](leave, write(inYard), read(inYard))).toBe(told)
  },
)
