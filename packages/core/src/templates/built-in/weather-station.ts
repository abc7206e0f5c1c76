import { builtIn, idSchema, timezoneSchema } from './built-in.ts'

/** The weather stations of a network, each with its own location. */
export const weatherStation = builtIn('weather-station', 2, {
  name: 'Weather station',
  description:
    'The stations of a network, each with its position: air temperature, humidity, pressure, wind, rain and sunshine.',
  parameters: [
    {
      name: 'network',
      title: 'Network',
      description: 'Id of their site. Created if it does not exist',
      type: 'string',
      default: 'weather-network',
      schema: idSchema,
    },
    {
      name: 'timezone',
      title: 'Time zone',
      description: 'IANA zone of the network, for example Europe/Oslo',
      type: 'string',
      default: 'UTC',
      schema: timezoneSchema,
    },
    {
      name: 'stations',
      title: 'Stations',
      description: 'One element for each station. Height above sea level is in meters',
      type: 'array',
      default: [{ id: 'station-1', name: 'Station 1', longitude: 10.75, latitude: 59.91 }],
      schema: {
        minItems: 1,
        maxItems: 3000,
        items: {
          type: 'object',
          properties: {
            id: { type: 'string', ...idSchema },
            name: { type: 'string', minLength: 1, maxLength: 200 },
            longitude: { type: 'number', minimum: -180, maximum: 180 },
            latitude: { type: 'number', minimum: -90, maximum: 90 },
            height: { type: 'number', minimum: -500, maximum: 9000 },
          },
          required: ['id', 'name', 'longitude', 'latitude'],
          additionalProperties: false,
        },
      },
    },
  ],
  resources: [
    gauge('temperature', { name: 'Air temperature', unit: 'Cel', min: -90, max: 60 }),
    gauge('humidity', { name: 'Relative humidity', unit: '%', min: 0, max: 100 }),
    gauge('pressure', { name: 'Air pressure', unit: 'hPa', min: 300, max: 1100 }),
    gauge('windSpeed', { name: 'Wind speed', unit: 'm/s', min: 0, max: 120 }),
    gauge('windDirection', { name: 'Wind direction', unit: 'deg', min: 0, max: 360 }),
    gauge('rain', { name: 'Rain since midnight', unit: 'mm', kind: 'counter', min: 0 }),
    gauge('sunshine', { name: 'Global radiation', unit: 'W/m2', min: 0, max: 1500 }),
    {
      key: 'type',
      kind: 'thingType',
      id: 'weather-station',
      properties: {
        name: 'Weather station',
        metrics: [
          { key: 'temperature', metricDefinitionId: '{{resources.temperature}}' },
          { key: 'humidity', metricDefinitionId: '{{resources.humidity}}' },
          { key: 'pressure', metricDefinitionId: '{{resources.pressure}}' },
          { key: 'wind_speed', metricDefinitionId: '{{resources.windSpeed}}' },
          { key: 'wind_direction', metricDefinitionId: '{{resources.windDirection}}' },
          { key: 'rain', metricDefinitionId: '{{resources.rain}}' },
          { key: 'sunshine', metricDefinitionId: '{{resources.sunshine}}' },
        ],
        attributesSchema: {
          type: 'object',
          properties: { height: { type: 'number', description: 'Metres above sea level' } },
        },
      },
    },
    {
      key: 'network',
      kind: 'site',
      id: '{{network}}',
      properties: { name: 'Network {{network}}', timezone: '{{timezone}}' },
    },
    {
      kind: 'thing',
      id: '{{item.id}}',
      each: 'stations',
      properties: {
        name: '{{item.name}}',
        thingTypeId: '{{resources.type}}',
        siteId: '{{resources.network}}',
        labels: { template: 'weather-station' },
        location: { type: 'Point', coordinates: ['{{item.longitude}}', '{{item.latitude}}'] },
        attributes: { height: '{{item.height}}' },
      },
    },
  ],
})

function gauge(key: string, properties: Record<string, unknown>) {
  const id = `weather-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return {
    ...{ key, id, kind: 'metricDefinition' as const },
    properties: { valueType: 'number', expectedIntervalSeconds: 600, ...properties },
  }
}
