import type { Call, Output, Scope, Thing } from '@sluice/contract'
import { newOrganization, type TestCore } from '../../testing/core.ts'

type Draft = Omit<Call<'templates.create'>['body'], 'id' | 'name'>
type Tenant = Awaited<ReturnType<typeof newOrganization>>

/** A template of a depot: a site, its trucks, and their metrics. */
export const depot = {
  parameters: [
    { name: 'depot', type: 'string', default: 'oslo' },
    { name: 'timezone', type: 'string', default: 'Europe/Oslo' },
    { name: 'trucks', type: 'integer', default: 3, schema: { minimum: 0 } },
    { name: 'line', type: 'string', default: 'north' },
  ],
  resources: [
    {
      kind: 'thing',
      id: '{{depot}}-{{index:00}}',
      count: 'trucks',
      properties: {
        name: 'Truck {{index}}',
        thingTypeId: '{{resources.type}}',
        siteId: '{{resources.depot}}',
        fleetIds: ['{{resources.fleet}}'],
        labels: { line: '{{line}}' },
        attributes: { number: '{{index}}' },
      },
    },
    {
      key: 'type',
      kind: 'thingType',
      id: 'truck',
      properties: {
        name: 'Truck',
        metrics: [{ key: 'temperature', metricDefinitionId: '{{resources.air}}' }],
        attributesSchema: {
          type: 'object',
          properties: { number: { type: 'integer', maximum: 50 } },
          required: ['number'],
        },
      },
    },
    {
      key: 'air',
      kind: 'metricDefinition',
      id: 'air',
      properties: { name: 'Air', valueType: 'number', unit: 'Cel' },
    },
    {
      key: 'depot',
      kind: 'site',
      id: '{{depot}}',
      properties: { name: 'Depot {{depot}}', timezone: '{{timezone}}' },
    },
    { key: 'fleet', kind: 'fleet', id: 'all', properties: { name: 'All' } },
  ],
} satisfies Draft

/** An organization with one template, and calls that use it. */
export async function newTemplate(core: TestCore, draft: Draft = depot) {
  const tenant = await newOrganization(core)
  await tenant.act('templates.create', { body: { id: 'depot', name: 'Depot', ...draft } })
  const params = { templateId: 'depot' }
  const apply = (body: Call<'templates.apply'>['body'] = {}, ...scopes: Scope[]) =>
    tenant.act('templates.apply', { params, body }, ...scopes)
  const drift = (applicationId = 'default', ...scopes: Scope[]) =>
    tenant.act('templates.drift', { params: { ...params, applicationId }, query: {} }, ...scopes)
  return { ...tenant, params, apply, drift }
}

export const thingsOf = async (tenant: Tenant): Promise<Thing[]> =>
  (await tenant.act('things.list', { query: {} })).items

export const operationsOf = async (tenant: Tenant) =>
  (await tenant.act('audit.list', { query: { limit: 1000 } })).items.map((one) => one.operation)

export const actionsOf = ({ resources }: Output<'templates.apply'>) =>
  resources.map(({ id, action }) => `${action} ${id}`)
