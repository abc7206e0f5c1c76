import { stamps } from './times.ts'

/** The thing that the examples are about. */
export const thing = {
  id: 'truck-7',
  name: 'Truck 7',
  description: '',
  labels: { line: 'north' },
  thingTypeId: 'truck',
  siteId: 'oslo-depot',
  fleetIds: ['north'],
  status: 'Active',
  location: { type: 'Point', coordinates: [10.75, 59.91] },
  attributes: { plate: 'AB 12345' },
  lastSeenAt: '2026-06-01T11:30:00.000Z',
  ...stamps,
}

/** Answers about things and what they belong to, by the name of their schema. */
export const thingAnswers = {
  ThingRecord: thing,
  Thing: { ...thing, freshness: 'fresh' },
  ThingCounts: {
    total: 2000,
    statuses: { Active: 1990, Inactive: 4, Retired: 6 },
    freshness: { fresh: 1969, late: 8, silent: 12, never: 1 },
  },
  ThingBatchResult: {
    ...{ validateOnly: false, created: 1, updated: 1, unchanged: 0 },
    items: [
      { id: 'truck-7', outcome: 'updated', changes: ['labels'], etag: '4' },
      { id: 'truck-8', outcome: 'created', changes: [], etag: '482910377' },
    ],
  },
  ThingChanges: {
    ...{ validateOnly: true, changed: 1, unchanged: 0, refused: 0, stale: 0 },
    items: [
      {
        ...{ id: 'truck-8', name: 'Truck 8', outcome: 'changed', changes: ['status'] },
        ...{ before: { status: 'Active' }, etag: '4', detail: null },
      },
    ],
    nextAfter: null,
  },
  Site: {
    ...{ id: 'oslo-depot', name: 'Oslo depot', description: '', labels: {} },
    ...{ timezone: 'Europe/Oslo', address: 'Havnegata 1, Oslo' },
    location: { type: 'Point', coordinates: [10.75, 59.91] },
    ...stamps,
  },
  Fleet: {
    ...{ id: 'north', name: 'North', description: '', labels: {}, thingCount: 42 },
    ...stamps,
  },
  ThingType: {
    ...{ id: 'truck', name: 'Truck', description: '', labels: {}, unknownMetrics: 'reject' },
    metrics: [{ key: 'temperature', metricDefinitionId: 'air-temperature', required: false }],
    attributesSchema: { type: 'object', properties: { plate: { type: 'string' } } },
    ...stamps,
  },
  MetricDefinition: {
    ...{ id: 'air-temperature', name: 'Air temperature', description: '', labels: {} },
    ...{ valueType: 'number', unit: 'Cel', kind: 'gauge', min: -90, max: 60, enum: [] },
    ...{ expectedIntervalSeconds: 60, retentionDays: 365 },
    ...stamps,
  },
}
