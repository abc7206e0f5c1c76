/**
 * Seeing a record needs `read` on it, whichever operation shows it. Here each operation that reads is called by keys that
 * may read everything but one kind of records, all of which carry a mark: no answer has the mark of that kind. A key that
 * may read everything shows that the call succeeds, and that rows of that kind have the mark.
 * `readless-changes.store.test.ts` has the operations that change something.
 */
import {
  type ActorName,
  actorNames,
  type KeyAccess,
  type Operation,
  operations,
  type ResourceKind,
} from '@sluice/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { allButReading, kinds } from '../testing/all-but-reading.ts'
import { type SampleCall, sampleCalls } from '../testing/sample-calls.ts'
import { send } from '../testing/send.ts'
import type { Tenant } from '../testing/tenant.ts'
import { useSharedTenant } from '../testing/use-tenant.ts'

const at = useSharedTenant()

const markOf = (kind: ResourceKind) => `Mark of a ${kind}.`

type Params = Partial<Record<string, string>>

/** Marks a record of every kind, with a change on record for each, and returns the ids of the new ones. */
async function mark({ act, mint }: Tenant): Promise<Params> {
  const named = (kind: ResourceKind) => ({ name: markOf(kind) })
  const told = (kind: ResourceKind) => ({ ...named(kind), description: markOf(kind) })
  const { id: integrationId } = await act('integrations.create', {
    body: {
      ...{ ...named('integration'), url: 'https://hooks.example/marked' },
      eventTypes: ['thing.updated', 'key.created'],
    },
  })
  const marked = await mint(named('key'))
  const { id: mappingId } = await act('mappings.create', {
    body: { ...named('mapping'), protocol: 'influx' },
  })
  const resources = [{ kind: 'site' as const, id: 'made', properties: { name: 'Made' } }]
  const { id: templateId } = await act('templates.create', {
    body: { ...told('template'), resources },
  })
  const applicationId = 'applied'
  await act('templates.apply', { params: { templateId }, body: { applicationId } })
  await act('metricDefinitions.update', {
    params: { metricDefinitionId: 'air' },
    body: told('metricDefinition'),
  })
  await act('thingTypes.update', { params: { thingTypeId: 'truck' }, body: told('thingType') })
  await act('sites.update', { params: { siteId: 'yard' }, body: told('site') })
  await act('fleets.update', { params: { fleetId: 'north' }, body: told('fleet') })
  const labels = { line: markOf('thing') }
  await act('things.update', {
    params: { thingId: 'truck-1' },
    body: { ...named('thing'), labels, attributes: labels, fleetIds: ['north'] },
  })
  await act('organization.update', { body: named('organization') })
  const { items } = await act('integrations.deliveries', { params: { integrationId }, query: {} })
  const deliveryId = items.find(({ eventType }) => eventType === 'thing.updated')?.id
  await send(at.api.url, 'things.get', { params: { thingId: 'truck-1' } }, marked.key)
  await send(at.api.url, 'things.get', { params: { thingId: 'none' } }, marked.key)
  await at.api.core.usage.flush()
  return {
    keyId: marked.id,
    ...{ integrationId, mappingId, templateId, applicationId, deliveryId },
  }
}

/** A query that misses no marked record; undefined where the sample's will do. */
function wideQueryOf(name: ActorName): SampleCall['query'] {
  if (name === 'telemetry.thingsRecent') return { groupBy: 'thing' }
  const { query }: Operation = operations[name]
  return name.endsWith('.list') && query?.shape.cursor ? { limit: '1000' } : undefined
}

let marked: Params
const keyWithout = new Map<ResourceKind, string>()
beforeAll(async () => {
  marked = await mark(at.tenant)
  for (const kind of kinds) {
    const { key } = await at.tenant.mint({ scopes: allButReading(kind) })
    keyWithout.set(kind, key)
  }
})

async function callOf(name: ActorName): Promise<SampleCall> {
  const query = wideQueryOf(name)
  const { params, ...sample } = { ...(await sampleCalls[name](at.tenant)), ...(query && { query }) }
  if (!params) return sample
  const all = Object.entries(params).map(([one, id]) => [one, marked[one] ?? id])
  return { ...sample, params: Object.fromEntries(all) }
}

const reading = actorNames.filter(
  (name) => (operations[name].access as KeyAccess).action === 'read',
)

/** The kind of records of which a row shows one or all. */
function shownBy(name: ActorName): ResourceKind | undefined {
  return kinds.find((kind) => [`${kind}s.get`, `${kind}s.list`, `${kind}.get`].includes(name))
}

describe.each(reading)('%s', (name) => {
  test('shows no record of a kind that the key may not read', async () => {
    const call = await callOf(name)
    const { status, text: whole } = await send(at.api.url, name, call, at.admin)
    expect(status, whole).toBe(operations[name].status)
    const own = shownBy(name)
    if (own) expect(whole, 'a key that may read everything').toContain(markOf(own))
    for (const [kind, key] of keyWithout) {
      const { text } = await send(at.api.url, name, call, key)
      expect(text.includes(markOf(kind)), `shows a ${kind}`).toBe(false)
    }
  })
})

test('the audit log shows all of them to a key that may read everything', async () => {
  const { text } = await send(at.api.url, 'audit.list', await callOf('audit.list'), at.admin)
  expect(kinds.filter((kind) => !text.includes(markOf(kind)))).toEqual([])
})
