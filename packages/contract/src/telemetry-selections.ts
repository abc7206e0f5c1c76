import { z } from 'zod'
import { operation } from './operation.ts'
import { queryLimits } from './query-limits.ts'
import {
  example,
  placeRecent,
  placeSeries,
  placeSeriesQuery,
  placeSummary,
  recentQuery,
  summaryQuery,
} from './telemetry-places.ts'
import { seriesMedia } from './telemetry-queries.ts'
import { thingFilters } from './things.ts'

/** Room for as many ids of 64 characters. */
const longestIds = queryLimits.ids * 65

/** The things of a query: those that are named, or those that match every filter. */
const selection = {
  ids: z
    .string()
    .max(longestIds, `must be at most ${longestIds} characters`)
    .optional()
    .describe(
      `Comma-separated ids of at most ${queryLimits.ids} things, instead of the other filters. Default: all things that match the filters and that the caller may read`,
    ),
  ...thingFilters,
}

const query = {
  method: 'GET',
  tier: 'data-read',
  access: { action: 'read', resource: 'thing', target: 'many' },
  tag: 'Telemetry',
  status: 200,
} as const

const which = `The things are those named by \`ids\`, or those that match the filters, at most ${queryLimits.things.toLocaleString('en')}.`

/** The rows that query the data of things that the caller selects. */
export const selectionQueryOperations = {
  'telemetry.thingsTimeseries': operation({
    ...query,
    path: '/v2/things/timeseries',
    summary: 'Query a timeseries of several things',
    description: `One value for each bucket over all selected things, or a series of each thing, site, fleet or value of a label. ${which} Over all things, delta and rate are sums, and twa is the average.`,
    query: placeSeriesQuery.extend(selection),
    response: placeSeries.meta({
      id: 'ThingsSeries',
      description: 'A page of series over several things',
    }),
    mediaTypes: seriesMedia,
    example: { query: { ...example.query, thingTypeId: 'truck', groupBy: 'thing' } },
  }),
  'telemetry.thingsSummary': operation({
    ...query,
    path: '/v2/things/summary',
    summary: 'Summarize several things',
    description: `Statistics of each metric over all selected things, or of each thing, site, fleet or value of a label. ${which}`,
    query: summaryQuery.extend(selection),
    response: placeSummary.meta({
      id: 'ThingsSummary',
      description: 'Statistics over several things',
    }),
  }),
  'telemetry.thingsRecent': operation({
    ...query,
    path: '/v2/things/recent',
    summary: 'Get recent values of several things',
    description: `The latest sample of each metric over all selected things, or of each thing. ${which}`,
    query: recentQuery.extend(selection),
    response: placeRecent.meta({
      id: 'ThingsRecent',
      description: 'Latest values over several things',
    }),
  }),
}
