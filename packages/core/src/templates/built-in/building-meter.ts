import { builtIn, idSchema, timezoneSchema } from './built-in.ts'

/** Buildings, each a site with its own electricity, water and heat meter. */
export const buildingMeter = builtIn('building-meter', 2, {
  name: 'Building meter',
  description:
    'Buildings as sites, each with an electricity, a water and a heat meter in it; all meters are in one fleet.',
  parameters: [
    {
      name: 'fleet',
      title: 'Fleet',
      description: 'Id of their fleet. Created if it does not exist',
      type: 'string',
      default: 'building-meters',
      schema: idSchema,
    },
    {
      name: 'timezone',
      title: 'Time zone',
      description: 'IANA zone of the buildings, for example Europe/Oslo',
      type: 'string',
      default: 'UTC',
      schema: timezoneSchema,
    },
    {
      name: 'buildings',
      title: 'Buildings',
      description: 'One element for each building',
      type: 'array',
      default: [{ id: 'building-1', name: 'Building 1' }],
      schema: {
        minItems: 1,
        maxItems: 400,
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', ...idSchema },
            name: { type: 'string', minLength: 1, maxLength: 150 },
            address: { type: 'string', maxLength: 500 },
          },
          required: ['id', 'name'],
          additionalProperties: false,
        },
      },
    },
  ],
  resources: [
    counter('energy', { name: 'Electric energy', unit: 'kW.h' }),
    counter('water', { name: 'Water volume', unit: 'm3' }),
    counter('heat', { name: 'Heat energy', unit: 'MW.h' }),
    {
      key: 'power',
      kind: 'metricDefinition',
      id: 'building-power',
      properties: {
        name: 'Electric power',
        valueType: 'number',
        unit: 'kW',
        expectedIntervalSeconds: 900,
      },
    },
    type('electricityMeter', 'electricity-meter', 'Electricity meter', ['energy', 'power']),
    type('waterMeter', 'water-meter', 'Water meter', ['water']),
    type('heatMeter', 'heat-meter', 'Heat meter', ['heat']),
    { key: 'fleet', kind: 'fleet', id: '{{fleet}}', properties: { name: 'Meters {{fleet}}' } },
    {
      key: 'building',
      kind: 'site',
      id: '{{item.id}}',
      each: 'buildings',
      properties: {
        name: '{{item.name}}',
        timezone: '{{timezone}}',
        address: '{{item.address}}',
      },
    },
    meter('electricity', 'electricityMeter'),
    meter('water', 'waterMeter'),
    meter('heat', 'heatMeter'),
  ],
})

function counter(key: string, properties: Record<string, unknown>) {
  return {
    ...{ key, id: `building-${key}`, kind: 'metricDefinition' as const },
    properties: {
      ...{ valueType: 'number', kind: 'counter', min: 0, expectedIntervalSeconds: 900 },
      ...properties,
    },
  }
}

function type(key: string, id: string, name: string, metrics: readonly string[]) {
  return {
    ...{ key, id, kind: 'thingType' as const },
    properties: {
      name,
      metrics: metrics.map((metric) => ({
        key: metric,
        metricDefinitionId: `{{resources.${metric}}}`,
      })),
      attributesSchema: {
        type: 'object',
        properties: { serial: { type: 'string', maxLength: 64 } },
      },
    },
  }
}

function meter(medium: string, typeKey: string) {
  return {
    kind: 'thing' as const,
    id: `{{item.id}}-${medium}`,
    each: 'buildings',
    properties: {
      name: `{{item.name}}, ${medium}`,
      thingTypeId: `{{resources.${typeKey}}}`,
      siteId: '{{resources.building}}',
      fleetIds: ['{{resources.fleet}}'],
      labels: { template: 'building-meter', medium },
    },
  }
}
