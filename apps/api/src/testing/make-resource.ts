import type { Tenant } from './tenant.ts'

type Make = (tenant: Tenant, id: string) => Promise<{ readonly etag: string }>

/** By path parameter, where callers choose it. */
const makers: Record<string, Make> = {
  siteId: ({ act }, id) => act('sites.create', { body: { id, name: id } }),
  fleetId: ({ act }, id) => act('fleets.create', { body: { id, name: id } }),
  thingId: ({ act }, id) => act('things.create', { body: { id, name: id, thingTypeId: 'truck' } }),
  integrationId: ({ act }, id) =>
    act('integrations.create', {
      body: { id, name: id, url: 'https://hooks.example', eventTypes: ['key.revoked'] },
    }),
  thingTypeId: ({ act }, id) => act('thingTypes.create', { body: { id, name: id } }),
  templateId: ({ act }, id) => {
    const resources = [{ kind: 'site' as const, id, properties: { name: id } }]
    return act('templates.create', { body: { id, name: id, resources } })
  },
  applicationId: applyTemplate,
  mappingId: ({ act }, id) =>
    act('mappings.create', { body: { id, name: id, protocol: 'influx' } }),
  metricDefinitionId: ({ act }, id) =>
    act('metricDefinitions.create', { body: { id, name: id, valueType: 'number' } }),
}

export const canMake = (parameter: string) => Object.hasOwn(makers, parameter)

/** Creates the resource that a path parameter names, within others of the same id. */
export async function makeResource(
  tenant: Tenant,
  parameter: string,
  id: string,
): Promise<{ readonly etag: string }> {
  const make = makers[parameter]
  if (!make) throw new Error(`No caller chooses a ${parameter}.`)
  return make(tenant, id)
}

async function applyTemplate({ act }: Tenant, id: string) {
  const params = { templateId: id }
  await act('templates.apply', { params, body: { applicationId: id } })
  const { items } = await act('templates.applications', { params, query: {} })
  const made = items.find((application) => application.id === id)
  if (!made) throw new Error('What was applied is not listed.')
  return made
}
