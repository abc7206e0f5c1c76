import { day } from './times.ts'

const least = { timestamp: '2026-06-01T11:00:00.000Z', value: 4.5 }
const most = { timestamp: '2026-06-01T11:30:00.000Z', value: 5.5 }
const figures = {
  ...{ count: 2, avg: 5, sum: 10, stddev: 0.71 },
  ...{ p50: 5, p90: 5.4, p95: 5.45, p99: 5.49, twa: 5.46, coverage: 0.98 },
}
const ofThing = { thingId: 'truck-7' }
const summary = { ...figures, first: least, last: most, min: least, max: most }
const [low, high] = [
  { ...least, ...ofThing },
  { ...most, ...ofThing },
]
const together = { ...figures, first: low, last: high, min: low, max: high }
const latest = { ...most, ageSeconds: 42, stale: false }
const [site, fleet] = [{ siteId: 'oslo-depot' }, { fleetId: 'north' }]

const series = {
  ...{ ...day, interval: '1h', timezone: 'Europe/Oslo' },
  ...{ timestamps: [least.timestamp], nextCursor: null },
  ...{ valueTypes: { temperature: 'number' }, values: { temperature: [5] } },
  downsampledFrom: null,
}
const things = { things: 1, byThing: null }
const grouped = { byGroup: null }
const summaryOfPlace = {
  ...day,
  ...things,
  ...grouped,
  metrics: { temperature: together },
  nextCursor: null,
}
const recentOfPlace = {
  ...{ ...things, nextCursor: null },
  metrics: { temperature: { ...latest, ...ofThing } },
}

/** Answers about samples, by the name of their schema. */
export const telemetryAnswers = {
  Ingested: { accepted: 1, rejected: 0, errors: [] },
  IngestedThings: {
    ...{ accepted: 1, rejected: 1 },
    errors: [
      {
        pointer: '/body/frames/1/thingId',
        detail:
          'is not a thing that this caller may read; createMissing=<thing type> would create a missing one',
      },
    ],
    things: [
      { thingId: 'truck-7', accepted: 1, rejected: 0, created: false, problem: null },
      { thingId: 'truck-8', accepted: 0, rejected: 1, created: false, problem: 'not-found' },
    ],
  },
  Series: { ...ofThing, ...series },
  Summary: { ...ofThing, ...day, metrics: { temperature: summary } },
  Recent: { ...ofThing, metrics: { temperature: latest } },
  SiteSeries: { ...site, ...series, ...things, ...grouped },
  SiteSummary: { ...site, ...summaryOfPlace },
  SiteRecent: { ...site, ...recentOfPlace },
  FleetSeries: { ...fleet, ...series, ...things, ...grouped },
  FleetSummary: { ...fleet, ...summaryOfPlace },
  FleetRecent: { ...fleet, ...recentOfPlace },
  ThingsSeries: { ...series, ...things, ...grouped },
  ThingsSummary: summaryOfPlace,
  ThingsRecent: recentOfPlace,
}
