import { z } from 'zod'
import { ARROW, operation } from './operation.ts'
import { fields, wholeNumber } from './primitives.ts'
import { sampleValue as value } from './telemetry.ts'

/** Bounds of one query. */
export const queryLimits = {
  metrics: 100,
  defaultPoints: 1000,
  points: 10_000,
  /** Things of a site or fleet that one query may be about. */
  things: 10_000,
  /** Series of one answer, a thing's metric each. */
  series: 1000,
  /** Values of one answer. */
  values: 1_000_000,
  /** Samples that one step of a query may read. */
  rows: 50_000_000,
} as const

export const aggregates = [
  ...(['avg', 'min', 'max', 'sum', 'count', 'first', 'last', 'stddev'] as const),
  ...(['p50', 'p90', 'p95', 'p99', 'delta', 'rate', 'twa'] as const),
] as const
export type Aggregate = (typeof aggregates)[number]

/** What stands in a bucket without samples. */
export const fills = ['none', 'null', 'previous', 'linear'] as const
export type Fill = (typeof fills)[number]

/** How raw samples are thinned out. */
export const downsamplings = ['lttb', 'minmax'] as const
export type Downsampling = (typeof downsamplings)[number]

const instant = z
  .string()
  .describe('ISO 8601 with an offset, epoch milliseconds, or back from now: -15m, -24h, -7d')
export const range = {
  from: instant.default('-24h').describe('Included. ISO 8601, epoch milliseconds, or -24h'),
  to: instant.default('now').describe('Excluded. ISO 8601, epoch milliseconds, -1h or now'),
}
/** A hundred keys of 64 characters, each with an aggregate. */
const longestMetrics = 8192

export const metrics = z
  .string()
  .max(longestMetrics, `must be at most ${longestMetrics} characters`)
  .optional()
  .describe("Comma-separated metric keys; all of the thing's when absent")

const query = {
  method: 'GET',
  tier: 'data-read',
  access: { action: 'read', resource: 'thing', target: 'one' },
  tag: 'Telemetry',
  params: z.strictObject({ thingId: z.string() }),
  status: 200,
} as const

/** What a page of a series says of its time axis. */
export const seriesAxis = {
  from: z.string(),
  to: z.string(),
  interval: z.string().nullable(),
  timestamps: z.array(z.string()).describe("With an interval: each bucket's start"),
  valueTypes: z
    .record(z.string(), z.enum(['number', 'boolean', 'string']))
    .describe(
      "What each column holds, also where it holds nothing: by the metric's definition, or numbers that were reckoned. Of things together, first and last are string where some of them define the metric so: all values are text then, booleans as 1 or 0. With groupBy=thing it is string where things define a metric differently: JSON has each thing's values as it defines them, CSV and Arrow have text",
    ),
  nextCursor: z.string().nullable().describe('Null when everything in the range was answered'),
}

/** One array a column, as long as `timestamps`. */
export const seriesValues = z.record(z.string(), z.array(value.nullable()))

const series = z
  .object({
    thingId: z.string(),
    ...seriesAxis,
    values: seriesValues.describe(
      'One array a metric (and aggregate, where named), as long as timestamps',
    ),
    downsampledFrom: z
      .record(z.string(), z.int())
      .nullable()
      .describe('Samples in the range, of each metric that was downsampled; null where none was'),
  })
  .meta({ id: 'Series' })

export type Series = z.output<typeof series>

export const timedValue = z.object({ timestamp: z.string(), value })

const nullableNumber = z.number().nullable()

export const metricSummary = z.object({
  count: z.int(),
  first: timedValue.nullable(),
  last: timedValue.nullable(),
  min: timedValue.nullable().describe('Numbers and booleans (as 0 and 1) only'),
  max: timedValue.nullable(),
  avg: nullableNumber,
  sum: nullableNumber,
  stddev: nullableNumber.describe("The sample's; null for fewer than two numbers"),
  p50: nullableNumber.describe('Percentiles interpolate between the samples around'),
  p90: nullableNumber,
  p95: nullableNumber,
  p99: nullableNumber,
  twa: nullableNumber.describe(
    'Time-weighted average: each value holds until the next sample, the last until the end',
  ),
  coverage: nullableNumber.describe(
    'Of the expected intervals so far, the share with a sample: 1 is complete. Null where none is expected',
  ),
})

const summary = z
  .object({
    thingId: z.string(),
    from: z.string(),
    to: z.string(),
    metrics: z.record(z.string(), metricSummary),
  })
  .meta({ id: 'Summary' })

export type Summary = z.output<typeof summary>

export const recentValue = timedValue.extend({
  ageSeconds: z.number(),
  stale: z.boolean().nullable().describe('Null where no interval is expected'),
})

const recent = z
  .object({ thingId: z.string(), metrics: z.record(z.string(), recentValue) })
  .meta({ id: 'Recent' })

export type Recent = z.output<typeof recent>

export const seriesQuery = z.strictObject({
  ...range,
  metrics: metrics.describe(
    'Comma-separated metric keys, each with an aggregate of its own if wanted: temperature:max,wind. All of the thing’s when absent; with an interval, those that the aggregate is for',
  ),
  interval: z
    .string()
    .regex(
      /^(auto|[1-9]\d{0,5}(s|m|h|d|w|mo))$/,
      'must be like 30s, 5m, 1h, 1d, 1w or 1mo, or auto',
    )
    .optional()
    .describe(
      'Bucket width; raw samples when absent. auto: the narrowest usual width with at most maxPoints buckets',
    ),
  fill: z
    .enum(fills, { error: `must be one of ${fills.join(', ')}` })
    .default('none')
    .describe(
      'With an interval, for buckets without samples. none: left out, or null where another metric has one. null: all there. previous: the last value before. linear: on the line between the values around; numbers only',
    ),
  maxGap: z
    .string()
    .regex(/^[1-9]\d{0,5}(s|m|h|d|w)$/, 'must be like 30s, 5m, 1h, 1d or 1w')
    .optional()
    .describe('With fill previous or linear: longer gaps stay null'),
  maxPoints: wholeNumber(2, queryLimits.points)
    .optional()
    .describe(
      'For interval=auto (500) and downsample (1000 a series; fewer with many series, and the error says how many)',
    ),
  downsample: z
    .enum(downsamplings, { error: `must be ${downsamplings.join(' or ')}` })
    .optional()
    .describe(
      'Raw samples thinned out to maxPoints a series, in one page; of several things with groupBy=thing. lttb: the samples that keep the shape (largest triangle, three buckets). minmax: the extremes of equal spans',
    ),
  aggregate: z
    .enum(aggregates, { error: `must be one of ${aggregates.join(', ')}` })
    .default('avg')
    .describe(
      'With an interval, for metrics that name none. stddev is the sample’s; p50 to p99 interpolate; delta is what a counter grew by, resets taken into account, and rate that a second; twa weighs each value by the time until the next',
    ),
  timezone: z.string().optional().describe("IANA zone of the buckets; the site's, else UTC"),
  order: z.enum(['asc', 'desc'], { error: 'must be asc or desc' }).default('asc'),
  limit: wholeNumber(1, queryLimits.points)
    .default(queryLimits.defaultPoints)
    .describe('Most timestamps to answer'),
  cursor: z.string().optional().describe("The previous answer's nextCursor"),
  format: z
    .enum(['json', 'csv', 'arrow'], { error: 'must be json, csv or arrow' })
    .optional()
    .describe('In place of an Accept header, for links and spreadsheets'),
  fields,
})

/** What a series can be written as. */
export const seriesMedia = ['application/json', 'text/csv', ARROW] as const

export const queryOperations = {
  'telemetry.timeseries': operation({
    ...query,
    path: '/v2/thing/{thingId}/timeseries',
    summary: 'Query a timeseries',
    description:
      'Raw samples, or one value a bucket where an interval is given. Calendar intervals follow the time zone, daylight saving included.',
    query: seriesQuery,
    response: series,
    mediaTypes: seriesMedia,
    example: {
      query: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', interval: '1d' },
    },
  }),
  'telemetry.summary': operation({
    ...query,
    path: '/v2/thing/{thingId}/summary',
    summary: 'Summarize',
    description:
      'Of each metric: count, extremes with their times, first and last, average, sum, deviation, percentiles, time-weighted average and coverage.',
    query: z.strictObject({ ...range, metrics, fields }),
    response: summary,
    example: { query: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' } },
  }),
  'telemetry.recent': operation({
    ...query,
    path: '/v2/thing/{thingId}/recent',
    summary: 'Get recent values',
    description: 'The latest sample of each metric, by its own time, with its age.',
    query: z.strictObject({ metrics, fields }),
    response: recent,
  }),
}
