import type { Call, OperationName } from '@sluice/contract'
import { otlpRequest, remoteWrite } from '@sluice/telemetry/testing'
import { arrowBody } from './arrow-body.ts'
import type { Tenant } from './tenant.ts'

/** What a request of `/v2` is made of. */
export interface SampleCall {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
}

const thing = { thingId: 'truck-1' }
const site = { siteId: 'yard' }
const fleet = { fleetId: 'north' }
const frame = { timestamp: '2026-06-01T11:00:00Z', values: { temperature: 4.5 } }
const range = { from: '2026-06-01T00:00:00Z', to: '2026-06-02T00:00:00Z' }
const freshKey = async (tenant: Tenant) => ({ params: { keyId: (await tenant.mint()).id } })

const vans = {
  name: 'Vans',
  parameters: [{ name: 'vans', type: 'integer', default: 2 }],
  resources: [
    {
      kind: 'thing',
      id: 'van-{{index}}',
      count: 'vans',
      properties: { name: 'Van {{index}}', thingTypeId: 'truck', siteId: 'yard' },
    },
  ],
} satisfies Call<'templates.create'>['body']
const freshTemplate = async (tenant: Tenant) => {
  const { id } = await tenant.act('templates.create', { body: vans })
  return { params: { templateId: id } }
}

const freshMapping = async (tenant: Tenant) => {
  const body = { name: 'Hosts', protocol: 'influx' as const }
  const { id } = await tenant.act('mappings.create', { body })
  return { params: { mappingId: id } }
}

const freshHook = async (tenant: Tenant) => {
  const { id } = await tenant.act('integrations.create', {
    body: {
      ...{ name: 'Hook', url: 'https://hooks.example/sluice' },
      eventTypes: ['thing.created', 'key.revoked'],
    },
  })
  return { params: { integrationId: id } }
}
const freshDelivery = async (tenant: Tenant) => {
  const { params } = await freshHook(tenant)
  const { id: deliveryId } = await tenant.act('integrations.test', { params })
  return { params: { ...params, deliveryId } }
}

const freshApplication = async (tenant: Tenant) => {
  const { params } = await freshTemplate(tenant)
  const body = { parameters: { vans: 1 }, applicationId: 'here' }
  await tenant.act('templates.apply', { params, body })
  return { params: { ...params, applicationId: 'here' } }
}

/** For every operation a call that succeeds on a new tenant; an operation without one does not compile. */
export const sampleCalls: Record<OperationName, (tenant: Tenant) => Promise<SampleCall>> = {
  'keys.create': async () => ({
    body: {
      keyType: 'External',
      name: 'partner',
      scopes: [{ action: 'read', resourceFilter: 'THING/#/#' }],
    } satisfies Call<'keys.create'>['body'],
  }),
  'keys.list': async () => ({}),
  'keys.get': freshKey,
  'keys.update': async (tenant) => ({ ...(await freshKey(tenant)), body: { name: 'renamed' } }),
  'keys.revoke': freshKey,
  'keys.rotate': async (tenant) => ({
    ...(await freshKey(tenant)),
    body: { overlapSeconds: 60 },
  }),
  'keys.check': async (tenant) => ({
    ...(await freshKey(tenant)),
    body: { operation: 'things.get', params: thing },
  }),
  'keys.self': async () => ({}),
  'keys.usage': async (tenant) => ({
    ...(await freshKey(tenant)),
    query: { days: '7', timezone: 'Europe/Oslo' },
  }),
  'keys.calls': freshKey,
  'calls.list': async () => ({ query: { outcome: 'refused' } }),
  'calls.count': async () => ({ query: { outcome: 'refused' } }),
  'keys.usageOverview': async (tenant) => ({
    query: { keys: `${(await tenant.mint()).id},${(await tenant.mint()).id}` },
  }),
  'keys.suggestions': freshKey,
  'keys.replay': async (tenant) => ({
    ...(await freshKey(tenant)),
    body: { scopes: [{ action: 'read', resourceFilter: 'THING/#/#' }] },
  }),
  'leakedKeys.report': async (tenant) => ({ body: { strings: [(await tenant.mint()).key] } }),
  'organization.get': async () => ({}),
  'organization.update': async () => ({ body: { leakedKeys: 'revoke' } }),
  'organization.usage': async () => ({ query: { days: '7' } }),
  'organization.storage': async () => ({}),
  'limits.list': async () => ({}),
  'limits.usage': async () => ({ query: { days: '7' } }),
  'limitRequests.create': async () => ({
    body: { tiers: [{ tier: 'standard', perMinute: 6000 }], reason: 'more trucks' },
  }),
  'limitRequests.list': async () => ({}),
  'audit.list': async () => ({ query: { operation: 'things.create' } }),
  'things.create': async () => ({
    body: { id: 'truck-2', name: 'Truck 2', thingTypeId: 'truck', siteId: 'yard' },
  }),
  'things.batch': async () => ({
    body: { things: [{ id: 'truck-2', name: 'Truck 2', thingTypeId: 'truck', siteId: 'yard' }] },
  }),
  'things.change': async () => ({
    body: { things: [{ id: 'truck-1' }], change: { labels: { line: 'south' } } },
  }),
  'things.list': async () => ({ query: { limit: '10' } }),
  'things.count': async () => ({ query: { status: 'Active' } }),
  'things.get': async () => ({ params: thing }),
  'things.update': async () => ({ params: thing, body: { status: 'Inactive' } }),
  'things.delete': async () => ({ params: thing }),
  'sites.create': async () => ({ body: { id: 'depot', name: 'Depot' } }),
  'sites.list': async () => ({}),
  'sites.get': async () => ({ params: { siteId: 'yard' } }),
  'fleets.create': async () => ({ body: { id: 'south', name: 'South' } }),
  'fleets.list': async () => ({}),
  'fleets.get': async () => ({ params: { fleetId: 'north' } }),
  'fleets.update': async () => ({ params: { fleetId: 'north' }, body: { name: 'Far north' } }),
  'fleets.changeMembers': async () => ({
    params: { fleetId: 'north' },
    body: { add: ['truck-1'], remove: [] },
  }),
  'fleets.delete': async () => ({ params: { fleetId: 'north' } }),
  'sites.update': async () => ({ params: { siteId: 'yard' }, body: { timezone: 'UTC' } }),
  'sites.delete': async (tenant) => {
    await tenant.act('sites.create', { body: { id: 'empty', name: 'Empty' } })
    return { params: { siteId: 'empty' } }
  },
  'thingTypes.create': async () => ({ body: { id: 'van', name: 'Van' } }),
  'thingTypes.list': async () => ({}),
  'thingTypes.get': async () => ({ params: { thingTypeId: 'truck' } }),
  'thingTypes.update': async () => ({
    params: { thingTypeId: 'truck' },
    body: { unknownMetrics: 'ignore' },
  }),
  'thingTypes.delete': async (tenant) => {
    await tenant.act('thingTypes.create', { body: { id: 'unused', name: 'Unused' } })
    return { params: { thingTypeId: 'unused' } }
  },
  'metricDefinitions.create': async () => ({
    body: { id: 'door', name: 'Door', valueType: 'boolean', kind: 'state' },
  }),
  'metricDefinitions.list': async () => ({}),
  'metricDefinitions.get': async () => ({ params: { metricDefinitionId: 'air' } }),
  'metricDefinitions.update': async () => ({
    params: { metricDefinitionId: 'air' },
    body: { max: 70 },
  }),
  'metricDefinitions.delete': async (tenant) => {
    const body = { id: 'unused', name: 'Unused', valueType: 'number' as const }
    await tenant.act('metricDefinitions.create', { body })
    return { params: { metricDefinitionId: 'unused' } }
  },
  'mappings.create': async () => ({
    body: { id: 'cabs', name: 'Cabs', protocol: 'influx', thing: '{cab}', isDefault: true },
  }),
  'mappings.list': async () => ({ query: { protocol: 'influx' } }),
  'mappings.get': freshMapping,
  'mappings.update': async (tenant) => ({
    ...(await freshMapping(tenant)),
    body: { metrics: { temp: { key: 'temperature', factor: 0.1 } } },
  }),
  'mappings.delete': freshMapping,
  'mappings.try': async (tenant) => ({
    ...(await freshMapping(tenant)),
    body: { text: 'weather,host=truck-1 temperature=3' },
  }),
  'templates.create': async () => ({
    body: { id: 'vans', ...vans },
  }),
  'templates.list': async () => ({}),
  'templates.get': freshTemplate,
  'templates.update': async (tenant) => ({
    ...(await freshTemplate(tenant)),
    body: { name: 'More vans' },
  }),
  'templates.delete': freshTemplate,
  'templates.apply': async (tenant) => ({
    ...(await freshTemplate(tenant)),
    body: { parameters: { vans: 3 } },
  }),
  'templates.applications': freshTemplate,
  'templates.drift': freshApplication,
  'templates.forget': freshApplication,
  'integrations.create': async () => ({
    body: {
      name: 'Dispatch',
      url: 'https://dispatch.example/hooks',
      eventTypes: ['metric.breached'],
      thresholds: [{ metric: 'temperature', above: 8 }],
    },
  }),
  'integrations.list': async () => ({}),
  'integrations.get': freshHook,
  'integrations.tries': async (tenant) => {
    const { params } = await freshHook(tenant)
    return { query: { integrations: params.integrationId } }
  },
  'integrations.update': async (tenant) => ({
    ...(await freshHook(tenant)),
    body: { enabled: false },
  }),
  'integrations.rotateSecret': async (tenant) => ({
    ...(await freshHook(tenant)),
    body: { overlapSeconds: 3600 },
  }),
  'integrations.delete': freshHook,
  'integrations.test': freshHook,
  'integrations.deliveries': freshHook,
  'integrations.delivery': freshDelivery,
  'integrations.redeliver': freshDelivery,
  'integrations.redeliverMany': async (tenant) => {
    const { params } = await freshDelivery(tenant)
    const { integrationId } = params
    return { params: { integrationId }, body: { deliveryIds: [params.deliveryId] } }
  },
  'telemetry.ingest': async () => ({ params: thing, body: frame }),
  'telemetry.ingestColumnar': async () => ({
    params: thing,
    body: { timestamps: ['2026-06-01T10:00:00Z'], values: { temperature: [3] } },
  }),
  'telemetry.ingestArrow': async () => ({
    params: thing,
    body: arrowBody('temperature', [[Date.UTC(2026, 5, 1, 10), 3]]),
  }),
  'telemetry.ingestThings': async () => ({ body: { frames: [{ ...thing, ...frame }] } }),
  'telemetry.ingestThingsColumnar': async () => ({
    body: {
      things: [{ ...thing, timestamps: ['2026-06-01T10:00:00Z'], values: { temperature: [3] } }],
    },
  }),
  'telemetry.ingestThingsArrow': async () => ({
    body: arrowBody('temperature', [[Date.UTC(2026, 5, 1, 10), 3]], thing.thingId),
  }),
  'telemetry.ingestLines': async () => ({
    body: Buffer.from(
      `weather,thing=${thing.thingId} temperature=3 ${Date.UTC(2026, 5, 1, 10)}000000`,
    ),
  }),
  'telemetry.ingestSeries': async () => ({
    body: remoteWrite(1, [
      {
        labels: { __name__: 'temperature', instance: thing.thingId },
        samples: [[Date.UTC(2026, 5, 1, 10), 3]],
      },
    ]),
  }),
  'telemetry.ingestOtlp': async () => ({
    body: otlpRequest([
      { attributes: { 'host.name': thing.thingId }, time: Date.UTC(2026, 5, 1, 10), value: 3 },
    ]),
  }),
  'telemetry.erase': async () => ({ params: thing, query: { ...range, metrics: 'temperature' } }),
  'telemetry.timeseries': async () => ({ params: thing, query: { ...range, interval: '1h' } }),
  'telemetry.summary': async () => ({ params: thing, query: range }),
  'telemetry.recent': async () => ({ params: thing }),
  'telemetry.siteTimeseries': async () => ({ params: site, query: { ...range, interval: '1h' } }),
  'telemetry.siteSummary': async () => ({ params: site, query: range }),
  'telemetry.siteRecent': async () => ({ params: site, query: { groupBy: 'thing' } }),
  'telemetry.fleetTimeseries': async () => ({
    params: fleet,
    query: { ...range, groupBy: 'thing' },
  }),
  'telemetry.fleetSummary': async () => ({ params: fleet, query: { ...range, groupBy: 'thing' } }),
  'telemetry.fleetRecent': async () => ({ params: fleet }),
  'telemetry.thingsTimeseries': async () => ({
    query: { ...range, interval: '1h', ids: 'truck-1' },
  }),
  'telemetry.thingsSummary': async () => ({ query: { ...range, thingTypeId: 'truck' } }),
  'telemetry.thingsRecent': async () => ({ query: { groupBy: 'thing', label: 'line' } }),
}
