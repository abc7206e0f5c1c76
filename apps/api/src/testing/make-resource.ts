import type { Tenant } from './tenant.ts'

/** Creates the resource that a path parameter names. */
export async function makeResource(tenant: Tenant, parameter: string, id: string) {
  if (parameter === 'siteId') await tenant.act('sites.create', { body: { id, name: id } })
  if (parameter === 'fleetId') await tenant.act('fleets.create', { body: { id, name: id } })
  if (parameter === 'integrationId') {
    const eventTypes = ['key.revoked' as const]
    const body = { id, name: id, url: 'https://hooks.example', eventTypes }
    await tenant.act('integrations.create', { body })
  }
  if (parameter === 'thingTypeId') await tenant.act('thingTypes.create', { body: { id, name: id } })
  if (parameter === 'templateId') {
    const resources = [{ kind: 'site' as const, id, properties: { name: id } }]
    await tenant.act('templates.create', { body: { id, name: id, resources } })
  }
  if (parameter === 'mappingId') {
    await tenant.act('mappings.create', { body: { id, name: id, protocol: 'influx' } })
  }
  if (parameter === 'metricDefinitionId') {
    const body = { id, name: id, valueType: 'number' as const }
    await tenant.act('metricDefinitions.create', { body })
  }
}
