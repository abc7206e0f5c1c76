/** Every list contains what the caller's scopes cover, and nothing of another organization. */
import { type ActorName, actorNames, type Operation, operations } from '@sluice/contract'
import { beforeAll, expect, test } from 'vitest'
import { send } from '../testing/send.ts'
import { newTenant, type Tenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

/** Creates one resource of a kind with an id, and returns its path. */
type Make = (tenant: Tenant, id: string) => Promise<string>

const eventTypes = ['key.revoked' as const]

const lists: Partial<Record<ActorName, Make>> = {
  async 'keys.list'(tenant) {
    return `KEY/${(await tenant.mint()).id}`
  },
  async 'things.list'(tenant, id) {
    await tenant.act('things.create', { body: { id, name: id, thingTypeId: 'truck' } })
    return `THING/truck/${id}`
  },
  async 'sites.list'(tenant, id) {
    await tenant.act('sites.create', { body: { id, name: id } })
    return `PLACE/Site/${id}`
  },
  async 'fleets.list'(tenant, id) {
    await tenant.act('fleets.create', { body: { id, name: id } })
    return `PLACE/Fleet/${id}`
  },
  async 'thingTypes.list'(tenant, id) {
    await tenant.act('thingTypes.create', { body: { id, name: id } })
    return `DEFINITION/ThingType/${id}`
  },
  async 'metricDefinitions.list'(tenant, id) {
    await tenant.act('metricDefinitions.create', { body: { id, name: id, valueType: 'number' } })
    return `DEFINITION/Metric/${id}`
  },
  async 'mappings.list'(tenant, id) {
    await tenant.act('mappings.create', { body: { id, name: id, protocol: 'otlp' } })
    return `DEFINITION/Mapping/${id}`
  },
  async 'templates.list'(tenant, id) {
    const resources = [{ kind: 'site' as const, id, properties: { name: id } }]
    await tenant.act('templates.create', { body: { id, name: id, resources } })
    return `DEFINITION/Template/${id}`
  },
  async 'integrations.list'(tenant, id) {
    const body = { id, name: id, url: 'https://hooks.example', eventTypes }
    await tenant.act('integrations.create', { body })
    return `INTEGRATION/${id}`
  },
}

const api = useApi()
let mine: Tenant
let others: Tenant
beforeAll(async () => {
  mine = await newTenant(api.core)
  others = await newTenant(api.core)
})

/** Its items have no paths of their own but those of their keys; tested in ../keys/calls.store.test.ts. */
const requestLog = 'calls.list'

test('every list of resources is tested here', () => {
  const walked = actorNames.filter((name) => {
    const { access, method }: Operation = operations[name]
    const isList = access.target === 'many' && method === 'GET' && name.endsWith('.list')
    return isList && name !== requestLog
  })
  expect(Object.keys(lists).sort()).toEqual(walked.sort())
})

test.each(Object.entries(lists))(
  '%s contains only resources within the caller’s scopes and organization',
  async (name, make) => {
    const idsOf = async (resourceFilter: string) => {
      const { key } = await mine.mint({ scopes: [{ action: 'read', resourceFilter }] })
      const query = { limit: '1000' }
      const answer = await send(api.url, name as ActorName, { query }, key)
      expect(answer.status, answer.text).toBe(200)
      return (answer.json.items as { id: string }[]).map(({ id }) => id)
    }
    const idIn = (path: string) => path.split('/').at(-1)
    const [one, two] = [await make(mine, 'one'), await make(mine, 'two')]
    const theirs = await make(others, 'theirs')
    expect(await idsOf(one)).toEqual([idIn(one)])
    const all = await idsOf('#')
    expect(all).toEqual(expect.arrayContaining([idIn(one), idIn(two)]))
    expect(all).not.toContain(idIn(theirs))
    expect(await idsOf(theirs)).toEqual([])
  },
)

test('metric definitions are filtered by a thing type only if the caller may read the type', async () => {
  const metric = { id: 'beside', name: 'Beside', valueType: 'number' as const }
  await mine.act('metricDefinitions.create', { body: metric })
  const found = async (thingTypeId: string, ...filters: string[]) => {
    const scopes = filters.map((resourceFilter) => ({ action: 'read' as const, resourceFilter }))
    const { key } = await mine.mint({ scopes })
    const answer = await send(api.url, 'metricDefinitions.list', { query: { thingTypeId } }, key)
    return answer.json.items.map(({ id }: { id: string }) => id)
  }
  expect(await found('truck', '#')).toEqual(['air'])
  expect(await found('truck', 'DEFINITION/Metric/#', 'DEFINITION/ThingType/truck')).toEqual(['air'])
  expect(await found('truck', 'DEFINITION/Metric/#')).toEqual([])
  expect(await found('none', '#')).toEqual([])
})
