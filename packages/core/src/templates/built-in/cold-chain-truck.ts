import { builtIn, idSchema } from './built-in.ts'

/** Refrigerated trucks of one fleet, which differ only in their numbers. */
export const coldChainTruck = builtIn('cold-chain-truck', 2, {
  name: 'Cold-chain truck',
  description:
    'Refrigerated trucks in a fleet of their own: cargo temperature and humidity, door, cooling unit, battery and speed.',
  parameters: [
    {
      name: 'prefix',
      title: 'Prefix of the ids',
      description: 'Ids are this and a number: truck-001',
      type: 'string',
      default: 'truck',
      schema: idSchema,
    },
    {
      name: 'trucks',
      title: 'Trucks',
      description: 'How many trucks the fleet has',
      type: 'integer',
      default: 10,
      schema: { minimum: 1, maximum: 4000 },
    },
    {
      name: 'fleet',
      title: 'Fleet',
      description: 'Id of their fleet. Created if it does not exist',
      type: 'string',
      default: 'cold-chain',
      schema: idSchema,
    },
    {
      name: 'setPoint',
      title: 'Set point, °C',
      description: 'The target temperature of the cargo',
      type: 'number',
      default: 4,
      schema: { minimum: -30, maximum: 25 },
    },
    {
      name: 'tolerance',
      title: 'Tolerance, °C',
      description: 'Largest allowed distance from the set point',
      type: 'number',
      default: 2,
      schema: { exclusiveMinimum: 0, maximum: 10 },
    },
  ],
  resources: [
    gauge('cargoTemperature', 'cold-chain-cargo-temperature', {
      name: 'Cargo temperature',
      unit: 'Cel',
      min: -60,
      max: 80,
    }),
    gauge('cargoHumidity', 'cold-chain-cargo-humidity', {
      name: 'Cargo relative humidity',
      unit: '%',
      min: 0,
      max: 100,
    }),
    gauge('battery', 'cold-chain-battery', {
      name: 'Battery voltage',
      unit: 'V',
      min: 0,
      max: 60,
    }),
    gauge('speed', 'cold-chain-speed', { name: 'Speed', unit: 'km/h', min: 0, max: 200 }),
    {
      key: 'door',
      kind: 'metricDefinition',
      id: 'cold-chain-door-open',
      properties: { name: 'Door open', valueType: 'boolean', kind: 'state' },
    },
    {
      key: 'cooling',
      kind: 'metricDefinition',
      id: 'cold-chain-cooling',
      properties: {
        name: 'Cooling unit',
        valueType: 'string',
        kind: 'state',
        enum: ['off', 'cooling', 'defrosting', 'fault'],
      },
    },
    {
      key: 'type',
      kind: 'thingType',
      id: 'cold-chain-truck',
      properties: {
        name: 'Cold-chain truck',
        metrics: [
          { key: 'cargo_temperature', metricDefinitionId: '{{resources.cargoTemperature}}' },
          { key: 'cargo_humidity', metricDefinitionId: '{{resources.cargoHumidity}}' },
          { key: 'door_open', metricDefinitionId: '{{resources.door}}' },
          { key: 'cooling', metricDefinitionId: '{{resources.cooling}}' },
          { key: 'battery', metricDefinitionId: '{{resources.battery}}' },
          { key: 'speed', metricDefinitionId: '{{resources.speed}}' },
        ],
        attributesSchema: {
          type: 'object',
          properties: {
            setPoint: { type: 'number', description: 'Degrees Celsius' },
            tolerance: { type: 'number', description: 'Degrees Celsius' },
            plate: { type: 'string', maxLength: 20 },
          },
          required: ['setPoint', 'tolerance'],
        },
      },
    },
    {
      key: 'fleet',
      kind: 'fleet',
      id: '{{fleet}}',
      properties: { name: 'Cold chain {{fleet}}' },
    },
    {
      kind: 'thing',
      id: '{{prefix}}-{{index:000}}',
      count: 'trucks',
      properties: {
        name: 'Truck {{index}}',
        thingTypeId: '{{resources.type}}',
        fleetIds: ['{{resources.fleet}}'],
        labels: { template: 'cold-chain-truck' },
        attributes: { setPoint: '{{setPoint}}', tolerance: '{{tolerance}}' },
      },
    },
  ],
})

function gauge(key: string, id: string, properties: Record<string, unknown>) {
  return {
    ...{ key, id, kind: 'metricDefinition' as const },
    properties: { valueType: 'number', expectedIntervalSeconds: 60, ...properties },
  }
}
