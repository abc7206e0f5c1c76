import type { Call } from '@sluice/contract'
import type { Source } from './readings.ts'

type Draft<Name extends 'sites.create' | 'metricDefinitions.create' | 'thingTypes.create'> =
  Call<Name>['body']

const DAY = 86_400
const HOUR = 3_600

export const sites: Draft<'sites.create'>[] = [
  {
    id: 'seattle',
    name: 'Seattle',
    timezone: 'America/Los_Angeles',
    location: { type: 'Point', coordinates: [-122.33, 47.61] },
  },
  {
    id: 'new-york',
    name: 'New York',
    timezone: 'America/New_York',
    location: { type: 'Point', coordinates: [-73.97, 40.78] },
  },
]

export const definitions: Draft<'metricDefinitions.create'>[] = [
  {
    id: 'air-temperature',
    name: 'Air temperature',
    valueType: 'number',
    unit: 'Cel',
    min: -90,
    max: 60,
  },
  { id: 'precipitation', name: 'Precipitation', valueType: 'number', unit: 'mm', min: 0 },
  { id: 'wind-speed', name: 'Wind speed', valueType: 'number', unit: 'm/s', min: 0, max: 120 },
  {
    id: 'air-pressure',
    name: 'Air pressure',
    valueType: 'number',
    unit: 'hPa',
    min: 850,
    max: 1100,
  },
  {
    id: 'weather',
    name: 'Weather',
    valueType: 'string',
    kind: 'state',
    enum: ['drizzle', 'fog', 'rain', 'snow', 'sun'],
  },
]

export const thingTypes: Draft<'thingTypes.create'>[] = [
  {
    id: 'daily-station',
    name: 'Daily weather station',
    description: 'Reports once a day, at the day’s start in local standard time.',
    metrics: [
      { key: 'temp_max', metricDefinitionId: 'air-temperature' },
      { key: 'temp_min', metricDefinitionId: 'air-temperature' },
      { key: 'precipitation', metricDefinitionId: 'precipitation' },
      { key: 'wind', metricDefinitionId: 'wind-speed' },
      { key: 'weather', metricDefinitionId: 'weather' },
    ],
    attributesSchema: {
      type: 'object',
      properties: { operator: { type: 'string' }, reportsEverySeconds: { const: DAY } },
      required: ['operator'],
      additionalProperties: false,
    },
  },
  {
    id: 'hourly-station',
    name: 'Hourly weather station',
    description: 'Reports once an hour.',
    metrics: [
      { key: 'temperature', metricDefinitionId: 'air-temperature', required: true },
      { key: 'pressure', metricDefinitionId: 'air-pressure' },
      { key: 'wind', metricDefinitionId: 'wind-speed' },
    ],
    attributesSchema: {
      type: 'object',
      properties: { operator: { type: 'string' }, reportsEverySeconds: { const: HOUR } },
      required: ['operator'],
      additionalProperties: false,
    },
  },
]

const attributes = { operator: 'NOAA' }

export const stations: (Call<'things.create'>['body'] & { id: string; source: Source })[] = [
  {
    id: 'seattle-daily',
    name: 'Seattle daily',
    description: 'Daily observations, 2012 to 2015.',
    thingTypeId: 'daily-station',
    siteId: 'seattle',
    labels: { source: 'noaa-daily' },
    attributes,
    source: { file: 'weather.csv', location: 'Seattle', offset: '-08:00' },
  },
  {
    id: 'new-york-daily',
    name: 'New York daily',
    description: 'Daily observations, 2012 to 2015.',
    thingTypeId: 'daily-station',
    siteId: 'new-york',
    labels: { source: 'noaa-daily' },
    attributes,
    source: { file: 'weather.csv', location: 'New York', offset: '-05:00' },
  },
  {
    id: 'seattle-hourly',
    name: 'Seattle hourly normals',
    description: 'The 1981-2010 climate normals hour by hour, as the year 2010.',
    thingTypeId: 'hourly-station',
    siteId: 'seattle',
    labels: { source: 'noaa-hourly-normals' },
    attributes,
    source: { file: 'seattle-weather-hourly-normals.csv', offset: '-08:00' },
  },
]
