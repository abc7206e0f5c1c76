import type { Call, Scope } from '@sluice/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

type Patch = Pick<
  Call<'things.change'>['body']['change'],
  'thingTypeId' | 'siteId' | 'labels' | 'attributes'
>

const write = (resourceFilter: string): Scope => ({ action: 'write', resourceFilter })
const read = (resourceFilter: string): Scope => ({ action: 'read', resourceFilter })

/** A truck with a secret, in a site, and the ways to change it; each returns the reason of its refusal, or `done`. */
async function newTruck({ validateOnly = false } = {}) {
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
  async function apply(resources: unknown[], scopes: Scope[]) {
    const body = { name: 'T', parameters: [], resources: resources as never }
    const { id: templateId } = await act('templates.create', { body })
    const call = { params: { templateId }, body: { validateOnly } }
    return outcome(act('templates.apply', call, ...scopes))
  }
  const ways = {
    'things.update': (patch: Patch, ...scopes: Scope[]) =>
      outcome(act('things.update', { params: { thingId: 'truck-1' }, body: patch }, ...scopes)),
    'things.batch': (patch: Patch, ...scopes: Scope[]) => {
      const things = [{ id: 'truck-1', ...patch }]
      const body = { mode: 'update', validateOnly, things } as const
      return outcome(act('things.batch', { body }, ...scopes))
    },
    'things.change': async (patch: Patch, ...scopes: Scope[]) => {
      const body = { validateOnly, things: [{ id: 'truck-1' }], change: patch }
      const { items } = await act('things.change', { body }, ...scopes)
      return items[0]?.detail ?? 'done'
    },
    'templates.apply': (patch: Patch, ...scopes: Scope[]) => {
      const properties = { name: 'Truck', thingTypeId: 'truck', ...patch }
      return apply([{ kind: 'thing', id: 'truck-1', properties }], scopes)
    },
  }
  return { ways, apply }
}

const names = ['things.update', 'things.batch', 'things.change', 'templates.apply'] as const
const needs = (action: string, resourceFilter: string) =>
  `This needs the scope {"action": "${action}", "resourceFilter": "${resourceFilter}"}.`

describe.each(names)('%s by a caller who may not read the thing', (name) => {
  test.each<Patch>([
    { thingTypeId: 'probe' },
    { attributes: { other: 1 } },
    // Its actual values: an answer that differs from that to a wrong guess would reveal them.
    { thingTypeId: 'truck' },
    { attributes: { simPin: '7394' } },
    { attributes: {} },
  ])('does not reveal its attributes, or whether they fit, with %j', async (patch) => {
    const { ways } = await newTruck()
    const refused = await ways[name](patch, write('#'))
    expect(refused).toBe(needs('read', 'THING/#/truck-1'))
  })

  test('reveals it to callers who may read it', async () => {
    const { ways } = await newTruck()
    const told = await ways[name]({ thingTypeId: 'probe' }, write('#'), read('THING/truck/#'))
    expect(told).not.toBe('done')
    expect(told).not.toContain('This needs the scope')
  })
})

const direct = ['things.update', 'things.batch', 'things.change'] as const

test.each(['things.batch', 'things.change', 'templates.apply'] as const)(
  'a dry run of %s reveals nothing to callers who may not read the thing',
  async (name) => {
    const { ways } = await newTruck({ validateOnly: true })
    for (const labels of [{ line: 'north' }, {}]) {
      const refused = await ways[name]({ labels }, write('#'))
      expect(refused).toBe(needs('read', 'THING/#/truck-1'))
    }
  },
)

test.each(direct)('%s goes on where neither type nor attributes are named', async (name) => {
  const { ways } = await newTruck()
  expect(await ways[name]({ labels: { line: 'north' } }, write('#'))).toBe('done')
})

test.each(direct)(
  '%s does not reveal where a thing is to callers who may not read it',
  async (name) => {
    const { ways } = await newTruck()
    const answers = await Promise.all(
      ['yard', 'elsewhere'].map((siteId) => ways[name]({ siteId }, write('THING/truck/#'))),
    )
    expect(answers).toEqual(['yard', 'elsewhere'].map((id) => needs('write', `PLACE/Site/${id}`)))
  },
)

test('a template that changes a type reveals no attributes to callers who may not read its things', async () => {
  const { apply } = await newTruck()
  const thingType = { name: 'Truck', attributesSchema: { additionalProperties: false } }
  const resources = [{ kind: 'thingType', id: 'truck', properties: thingType }]
  expect(await apply(resources, [write('#')])).toBe(needs('read', 'THING/truck/#'))
})

test.each(direct)(
  '%s does not reveal the type of a thing that leaves the place by which the caller may write it',
  async (name) => {
    const { ways } = await newTruck()
    const inYard = 'PLACE/Site/yard/THING/#/#'
    const leave = { siteId: null }
    expect(await ways[name](leave, write(inYard))).toBe(needs('write', 'THING/#/truck-1'))
    const told = needs('write', 'THING/truck/truck-1')
    expect(await ways[name](leave, write(inYard), read(inYard))).toBe(told)
  },
)
