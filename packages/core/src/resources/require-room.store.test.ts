import { integrationBounds, mappingLimits } from '@sluice/contract'
import { afterAll, expect, test } from 'vitest'
import { contextOf } from '../context.ts'
import { savedViewLimits, saveView } from '../saved-views/index.ts'
import { NotedNeeds } from '../scopes/index.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

const upTo = <Row>(count: number, row: (i: number) => Row) =>
  Array.from({ length: count }, (_, i) => row(i))

/** Calls at once; answers how many were made, and what the others were told. */
async function atOnce(make: (i: number) => Promise<unknown>) {
  const outcomes = await Promise.allSettled(upTo(6, make))
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  return { made: outcomes.length - refused.length, refused: [...new Set(refused)] }
}
const oneMade = { made: 1, refused: ['conflict'] }

test('of integrations that are made at once, as many are as the organization may have', async () => {
  const { id: organizationId, act } = await newOrganization(core)
  const [url, eventTypes] = ['https://hooks.example/in', ['thing.created' as const]]
  await core.db.integration.createMany({
    data: upTo(integrationBounds.most - 1, (i) => ({
      ...{ organizationId, id: `i${i}`, lane: `i${i}`, name: 'H', url, eventTypes },
      ...{ resourceFilter: '#', secret: new Uint8Array() },
    })),
  })
  const make = (i: number) =>
    act('integrations.create', { body: { id: `x${i}`, name: 'H', url, eventTypes } })
  expect(await atOnce(make)).toEqual(oneMade)
})

test('and of mappings', async () => {
  const { act } = await newOrganization(core)
  const make = (id: string) =>
    act('mappings.create', { body: { id, name: 'M', protocol: 'influx' } })
  for (const i of upTo(mappingLimits.mappings - 1, String)) await make(`m${i}`)
  expect(await atOnce((i) => make(`x${i}`))).toEqual(oneMade)
})

test('and of saved views', async () => {
  const { id: organizationId, system } = await newOrganization(core)
  const createdBy = { type: 'system', id: 's', name: 'S' }
  await core.db.savedView.createMany({
    data: upTo(savedViewLimits.views - 1, (i) => ({
      ...{ organizationId, id: `v${i}`, name: `View ${i}`, query: '', createdBy },
    })),
  })
  const ctx = contextOf(core, {
    ...{ actor: system, needs: new NotedNeeds(), now: core.clock() },
    ...{ requestId: 'test', address: null, ifMatch: undefined },
  })
  expect(await atOnce((i) => saveView(ctx, { name: `x${i}`, query: 'q' }))).toEqual(oneMade)
})
