import { z } from 'zod'
import { fleetParams } from './fleets.ts'
import { operation } from './operation.ts'
import { fields, wholeNumber } from './primitives.ts'
import { queryLimits } from './query-limits.ts'
import { siteParams } from './sites.ts'
import {
  answeredRange,
  metricSummary,
  metrics,
  range,
  recentValue,
  seriesAxis,
  seriesMedia,
  seriesQuery,
  seriesValues,
  summaryMetrics,
  summaryOf,
  timedValue,
} from './telemetry-queries.ts'

/** Reads over the things of a site or a fleet: the same questions, of those things that the caller may read. */
const groupBy = z
  .enum(['none', 'thing'], { error: 'must be none or thing' })
  .default('none')
  .describe('none: all things combined. thing: each thing separately')

/** How series and statistics may be grouped. */
const groupForm = /^(none|thing|site|fleet|label:[A-Za-z0-9._/-]{1,63})$/

const groupedBy = z
  .string()
  .refine((text) => groupForm.test(text), 'must be none, thing, site, fleet or label:<name>')
  .default('none')
  .describe(
    `none: all things combined. thing: each thing separately. site, fleet, label:<name>: the things of each site, each fleet or each value of a label combined, at most ${queryLimits.groups} groups. A thing in two fleets counts in both; things without any form the group null`,
  )

const things = z.int().describe('How many things are included: those that the caller may read')

const byThing = <Value extends z.ZodType>(values: Value) =>
  z
    .record(z.string(), values)
    .nullable()
    .describe('By thing id. Null with any other groupBy than thing')

const nullable = <Value extends z.ZodType>(values: Value) =>
  values.nullable().describe('Over all things combined. Null with any other groupBy than none')

const byGroup = <Shape extends z.ZodRawShape>(held: Shape) =>
  z
    .array(
      z.object({
        group: z
          .string()
          .nullable()
          .describe('A site’s or fleet’s id, or a label’s value. Null: things that have none'),
        things: z.int().describe('How many things the group has'),
        ...held,
      }),
    )
    .nullable()
    .describe('Sorted by group, null last. Null where groupBy is none or thing')

/** A page of series over several things. */
export const placeSeries = z.object({
  ...seriesAxis,
  things,
  values: nullable(seriesValues),
  byThing: byThing(seriesValues),
  byGroup: byGroup({ values: seriesValues }),
  downsampledFrom: z
    .record(z.string(), z.record(z.string(), z.int()))
    .nullable()
    .describe('Samples in the range of each series, by thing id. Null if none was downsampled'),
})

const ofSome = {
  thingId: z.string().describe('The thing with this value; one of them, if several have it'),
}
const timedValueOfThing = timedValue
  .extend(ofSome)
  .meta({ id: 'TimedValueOfThing', description: 'A value with its time and its thing' })
const placeMetricSummary = summaryOf(timedValueOfThing.nullable()).meta({
  id: 'MetricSummaryOfThings',
  description: 'Statistics of one metric over several things',
})
const recentValueOfThing = recentValue.extend(ofSome).meta({
  id: 'RecentValueOfThing',
  description: 'The latest sample of a metric of several things',
})

const nextCursor = z
  .string()
  .nullable()
  .describe('With groupBy=thing: send it as cursor to get the next things. Null on the last page')

/** Statistics over several things. */
export const placeSummary = z.object({
  ...answeredRange,
  things,
  metrics: nullable(z.record(z.string(), placeMetricSummary)),
  byThing: byThing(z.record(z.string(), metricSummary)),
  byGroup: byGroup({
    metrics: z.record(z.string(), placeMetricSummary).describe('Statistics by metric key'),
  }),
  nextCursor,
})

/** Latest values over several things. */
export const placeRecent = z.object({
  things,
  metrics: nullable(z.record(z.string(), recentValueOfThing)),
  byThing: byThing(z.record(z.string(), recentValue)),
  nextCursor,
})

/** A series over the things of a site or fleet: combined in `values`, or separate in `byThing`. The other one is null. */
export type PlaceSeries = z.output<typeof placeSeries>

/** Statistics over the things of a site or fleet, combined or separate. `byThing` is paginated. */
export type PlaceSummary = z.output<typeof placeSummary>

/** Latest values over the things of a site or fleet, combined or separate. `byThing` is paginated. */
export type PlaceRecent = z.output<typeof placeRecent>

/** The query of a series over several things. */
export const placeSeriesQuery = seriesQuery.extend({ groupBy: groupedBy })

/** For pages of things, with groupBy=thing. */
const thingsPage = {
  groupBy,
  limit: wholeNumber(1, queryLimits.thingsPerPage)
    .default(queryLimits.defaultThings)
    .describe('With groupBy=thing: maximum number of things'),
  cursor: z.string().optional().describe("With groupBy=thing: the previous answer's nextCursor"),
}

/** The query of statistics over several things. */
export const summaryQuery = z.strictObject({
  ...range,
  metrics: summaryMetrics,
  ...thingsPage,
  groupBy: groupedBy,
  fields,
})
/** The query of latest values over several things. */
export const recentQuery = z.strictObject({ metrics, ...thingsPage, fields })

const siteId = z.string().describe('Id of the site')
const fleetId = z.string().describe('Id of the fleet')

const query = { method: 'GET', tier: 'data-read', tag: 'Telemetry', status: 200 } as const
const site = {
  ...query,
  access: { action: 'read', resource: 'site', target: 'one', orAnyThingIn: true },
  params: siteParams,
} as const
const fleet = {
  ...query,
  access: { action: 'read', resource: 'fleet', target: 'one', orAnyThingIn: true },
  params: fleetParams,
} as const

const whose =
  'The key must be able to read the site or fleet, or a thing in it. Otherwise the response is 404.'
const descriptions = {
  timeseries: `One value for each bucket over all things that the caller may read, or a series of each thing, site, fleet or value of a label. Over all things, delta and rate are sums, and twa is the average. ${whose}`,
  summary: `Statistics of each metric over all things that the caller may read, or of each thing, site, fleet or value of a label. Over all things, twa is the average. ${whose}`,
  recent: `The latest sample of each metric over all things that the caller may read, or of each thing. ${whose}`,
}
/** A query of a month by the day. */
export const example = {
  query: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', interval: '1d' },
}

/** The rows that query the data of sites and fleets. */
export const placeQueryOperations = {
  'telemetry.siteTimeseries': operation({
    ...site,
    path: '/v2/site/{siteId}/timeseries',
    summary: "Query a timeseries of a site's things",
    description: descriptions.timeseries,
    query: placeSeriesQuery,
    response: placeSeries
      .extend({ siteId })
      .meta({ id: 'SiteSeries', description: 'A page of series over the things of a site' }),
    mediaTypes: seriesMedia,
    example,
  }),
  'telemetry.siteSummary': operation({
    ...site,
    path: '/v2/site/{siteId}/summary',
    summary: "Summarize a site's things",
    description: descriptions.summary,
    query: summaryQuery,
    response: placeSummary
      .extend({ siteId })
      .meta({ id: 'SiteSummary', description: 'Statistics over the things of a site' }),
  }),
  'telemetry.siteRecent': operation({
    ...site,
    path: '/v2/site/{siteId}/recent',
    summary: "Get recent values of a site's things",
    description: descriptions.recent,
    query: recentQuery,
    response: placeRecent
      .extend({ siteId })
      .meta({ id: 'SiteRecent', description: 'Latest values over the things of a site' }),
  }),
  'telemetry.fleetTimeseries': operation({
    ...fleet,
    path: '/v2/fleet/{fleetId}/timeseries',
    summary: "Query a timeseries of a fleet's things",
    description: descriptions.timeseries,
    query: placeSeriesQuery,
    response: placeSeries
      .extend({ fleetId })
      .meta({ id: 'FleetSeries', description: 'A page of series over the things of a fleet' }),
    mediaTypes: seriesMedia,
    example,
  }),
  'telemetry.fleetSummary': operation({
    ...fleet,
    path: '/v2/fleet/{fleetId}/summary',
    summary: "Summarize a fleet's things",
    description: descriptions.summary,
    query: summaryQuery,
    response: placeSummary
      .extend({ fleetId })
      .meta({ id: 'FleetSummary', description: 'Statistics over the things of a fleet' }),
  }),
  'telemetry.fleetRecent': operation({
    ...fleet,
    path: '/v2/fleet/{fleetId}/recent',
    summary: "Get recent values of a fleet's things",
    description: descriptions.recent,
    query: recentQuery,
    response: placeRecent
      .extend({ fleetId })
      .meta({ id: 'FleetRecent', description: 'Latest values over the things of a fleet' }),
  }),
}
