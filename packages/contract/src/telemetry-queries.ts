import { z } from 'zod'
import { ARROW, operation } from './operation.ts'
import { fields, wholeNumber } from './primitives.ts'
import { queryLimits } from './query-limits.ts'
import { sampleValue as value } from './telemetry.ts'
import { thingParams } from './things.ts'
import { aggregates } from './words.ts'

/** One of {@link aggregates}. */
export type Aggregate = (typeof aggregates)[number]

/** The value of an empty bucket. */
export const fills = ['none', 'null', 'previous', 'linear'] as const

/** One of {@link fills}. */
export type Fill = (typeof fills)[number]

/** How raw samples are downsampled: by shape (largest triangle, three buckets) or by extremes. */
export const downsamplings = ['lttb', 'minmax'] as const

/** One of {@link downsamplings}. */
export type Downsampling = (typeof downsamplings)[number]

const instant = z
  .string()
  .describe('ISO 8601 with an offset, epoch milliseconds, or relative to now: -15m, -24h, -7d')

/** The time range of a query: `from` is included, `to` is excluded. */
export const range = {
  from: instant.default('-24h').describe('Included. ISO 8601, epoch milliseconds, or -24h'),
  to: instant.default('now').describe('Excluded. ISO 8601, epoch milliseconds, -1h or now'),
}
/** A hundred keys of 64 characters, each with an aggregate. */
const longestMetrics = 8192

/** Comma-separated metric keys of a query. */
export const metrics = z
  .string()
  .max(longestMetrics, `must be at most ${longestMetrics} characters`)
  .optional()
  .describe("Comma-separated metric keys. Default: all of the thing's")

const fewMetrics = `At most ${queryLimits.metrics}: name them if there are more`

/** The metrics of a summary. */
export const summaryMetrics = metrics.describe(
  `Comma-separated metric keys. Default: all of the thing’s. ${fewMetrics}`,
)

const thingId = z.string().describe('Id of the thing')

const query = {
  method: 'GET',
  tier: 'data-read',
  access: { action: 'read', resource: 'thing', target: 'one' },
  tag: 'Telemetry',
  params: thingParams,
  status: 200,
} as const

/** The time range of an answer. */
export const answeredRange = {
  from: z.string().describe('Start of the range, included. UTC'),
  to: z.string().describe('End of the range, excluded. UTC'),
}

/** The time axis of a page of a series. */
export const seriesAxis = {
  ...answeredRange,
  interval: z
    .string()
    .nullable()
    .describe('Width of the buckets, for example 5m. Null: raw samples'),
  timezone: z
    .string()
    .nullable()
    .describe(
      'IANA time zone of calendar buckets: the requested one or the default. Null: raw samples',
    ),
  timestamps: z
    .array(z.string())
    .describe('UTC, in the requested order. With an interval: the start of each bucket'),
  valueTypes: z
    .record(z.string(), z.enum(['number', 'boolean', 'string']))
    .describe(
      "The type of each column, even if it is empty: the metric definition's type, or number for computed values. Over several things, first and last are strings if any thing defines the metric as a string; then all values are strings, booleans as 1 or 0. With groupBy=thing, a metric that things define differently is a string: JSON keeps each thing's type, CSV and Arrow have strings. Groups have the common type of all things in the query: for numbers and booleans that is number",
    ),
  nextCursor: z
    .string()
    .nullable()
    .describe('Send it as cursor to get the next page. Null on the last page'),
}

/** One array per column, as long as `timestamps`. */
export const seriesValues = z
  .record(z.string(), z.array(value.nullable()))
  .describe(
    'One array for each metric (and aggregate, if named), as long as timestamps. Null: no value, or a computed one that exceeds a double',
  )

const series = z
  .object({
    thingId,
    ...seriesAxis,
    values: seriesValues,
    downsampledFrom: z
      .record(z.string(), z.int())
      .nullable()
      .describe('Samples in the range of each downsampled metric. Null if none was'),
  })
  .meta({ id: 'Series', description: 'A page of one thing’s series' })

/** A page of one thing's series: timestamps in UTC, and one array per metric, of the same length. */
export type Series = z.output<typeof series>

/** A sample's value with its time, in UTC. */
export const timedValue = z
  .object({
    timestamp: z.string().describe('When it was measured. UTC'),
    value: value.describe('The value, in the unit of the metric'),
  })
  .meta({ id: 'TimedValue', description: 'A value with its time' })

const nullableNumber = z.number().nullable()
const orTooLarge = 'or if it, or an intermediate sum, exceeds a double'
const ofNumbers = `in the unit of the metric. Null without numbers, ${orTooLarge}`

/** Which samples a summary shows. `timed` is a value with its time, or null. */
export function summaryOf<Timed extends z.ZodType>(timed: Timed) {
  return z.object({
    count: z.int().describe('How many samples there are'),
    first: timed.describe('The first sample. Null without one'),
    last: timed.describe('The last sample. Null without one'),
    min: timed.describe('Minimum of numbers, and of booleans as 0 and 1. Null without any'),
    max: timed.describe('Maximum of numbers, and of booleans as 0 and 1. Null without any'),
    avg: nullableNumber.describe(`Average, ${ofNumbers}`),
    sum: nullableNumber.describe(`Sum, ${ofNumbers}`),
    stddev: nullableNumber.describe(
      `Sample standard deviation. Null for fewer than two numbers, ${orTooLarge}`,
    ),
    p50: nullableNumber.describe(
      'Median, in the unit of the metric. Percentiles interpolate between neighboring samples. Null without numbers',
    ),
    p90: nullableNumber.describe(`90th percentile, ${ofNumbers}`),
    p95: nullableNumber.describe(`95th percentile, ${ofNumbers}`),
    p99: nullableNumber.describe(`99th percentile, ${ofNumbers}`),
    twa: nullableNumber.describe(
      `Time-weighted average: each value lasts until the next sample, the last one until the end. Null without numbers, ${orTooLarge}`,
    ),
    coverage: nullableNumber.describe(
      'Ratio of expected intervals that have a sample, 0 to 1. Null without an expected interval',
    ),
  })
}

/** Statistics of one metric over a range, in the metric's unit. `coverage` is 0 to 1. */
export const metricSummary = summaryOf(timedValue.nullable()).meta({
  id: 'MetricSummary',
  description: 'Statistics of one metric of one thing',
})

const summary = z
  .object({
    thingId,
    ...answeredRange,
    metrics: z.record(z.string(), metricSummary).describe('Statistics by metric key'),
  })
  .meta({ id: 'Summary', description: 'Statistics of one thing’s metrics' })

/** Statistics of one thing's metrics over a range. */
export type Summary = z.output<typeof summary>

/** The latest sample of a metric, its age in seconds, and whether it is stale. */
export const recentValue = timedValue
  .extend({
    ageSeconds: z.number().describe('Seconds since it was measured'),
    stale: z
      .boolean()
      .nullable()
      .describe('Whether it is older than twice the expected interval. Null without one'),
  })
  .meta({ id: 'RecentValue', description: 'The latest sample of a metric of one thing' })

const recent = z
  .object({
    thingId,
    metrics: z.record(z.string(), recentValue).describe('The latest sample by metric key'),
  })
  .meta({ id: 'Recent', description: 'The latest values of one thing' })

/** The latest sample of each of a thing's metrics. */
export type Recent = z.output<typeof recent>

/** The query of a series. */
export const seriesQuery = z.strictObject({
  ...range,
  metrics: metrics.describe(
    `Comma-separated metric keys, optionally with an aggregate: temperature:max,wind. Default: all of the thing’s; with an interval, those that the aggregate applies to. ${fewMetrics}`,
  ),
  where: z
    .string()
    .max(longestMetrics, `must be at most ${longestMetrics} characters`)
    .optional()
    .describe(
      `For raw samples: only those of times at which the thing satisfies all of these conditions, for example temperature>90,door=true. At most ${queryLimits.conditions}; = and != for all, < <= > >= for numbers; a text with a comma is in double quotes`,
    ),
  interval: z
    .string()
    .regex(
      /^(auto|[1-9]\d{0,5}(s|m|h|d|w|mo))$/,
      'must be like 30s, 5m, 1h, 1d, 1w or 1mo, or auto',
    )
    .optional()
    .describe(
      'Bucket width. Default: raw samples. auto: the narrowest common width with at most maxPoints buckets',
    ),
  fill: z
    .enum(fills, { error: `must be one of ${fills.join(', ')}` })
    .default('none')
    .describe(
      'With an interval: the value of empty buckets. none: omitted, or null if another metric has a value. null: null. previous: the last value before. linear: interpolated between neighbors, numbers only',
    ),
  maxGap: z
    .string()
    .regex(/^[1-9]\d{0,5}(s|m|h|d|w)$/, 'must be like 30s, 5m, 1h, 1d or 1w')
    .optional()
    .describe('With fill=previous or linear: longer gaps stay null'),
  maxPoints: wholeNumber(2, queryLimits.points)
    .optional()
    .describe(
      'For interval=auto (default 500) and downsample (default 1000 for each series). With many series fewer are allowed, and the error says how many',
    ),
  downsample: z
    .enum(downsamplings, { error: `must be ${downsamplings.join(' or ')}` })
    .optional()
    .describe(
      'Reduces raw samples to maxPoints per series, in one page. For several things it needs groupBy=thing. lttb: keeps the shape (largest triangle, three buckets). minmax: keeps the extremes of equal spans',
    ),
  aggregate: z
    .enum(aggregates, { error: `must be one of ${aggregates.join(', ')}` })
    .optional()
    .describe(
      'With an interval: for metrics without their own; avg if absent. stddev: sample standard deviation. p50 to p99: interpolated. delta: increase of a counter, corrected for resets. rate: delta a second. twa: time-weighted average. These three compare neighbouring samples; the first bucket starts at its first sample. Null if the result, or an intermediate sum, exceeds a double',
    ),
  timezone: z
    .string()
    .optional()
    .describe(
      "With an interval: IANA time zone of calendar buckets (1d, 1w, 1mo); shorter ones are the same in every zone. Default: the site's for a thing or a site, otherwise UTC",
    ),
  order: z
    .enum(['asc', 'desc'], { error: 'must be asc or desc' })
    .default('asc')
    .describe('asc: oldest first. desc: newest first'),
  limit: wholeNumber(1, queryLimits.points)
    .default(queryLimits.defaultPoints)
    .describe('Maximum number of timestamps'),
  cursor: z.string().optional().describe("The previous response's nextCursor"),
  format: z
    .enum(['json', 'csv', 'arrow'], { error: 'must be json, csv or arrow' })
    .optional()
    .describe(
      'Instead of an Accept header, for links and spreadsheets. csv: strings that a spreadsheet would treat as a formula (starting with =, +, -, @, a tab or a line break) are prefixed with an apostrophe, also if they have one already; "" is an empty string, an empty cell no value. In csv and arrow, `fields` selects columns: times are always included, and with columns also things and groups',
    ),
  fields,
})

/** The media types of a series. */
export const seriesMedia = ['application/json', 'text/csv', ARROW] as const

/** The rows that query one thing's data. */
export const queryOperations = {
  'telemetry.timeseries': operation({
    ...query,
    path: '/v2/thing/{thingId}/timeseries',
    summary: 'Query a timeseries',
    description:
      'Raw samples, or with an interval one value for each bucket. Calendar intervals follow the time zone, including daylight saving.',
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
    summary: 'Summarize metrics',
    description:
      'For each metric: count, minimum and maximum with their times, first, last, average, sum, standard deviation, percentiles, time-weighted average and coverage.',
    query: z.strictObject({ ...range, metrics: summaryMetrics, fields }),
    response: summary,
    example: { query: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' } },
  }),
  'telemetry.recent': operation({
    ...query,
    path: '/v2/thing/{thingId}/recent',
    summary: 'Get recent values',
    description: 'The latest sample of each metric, by its timestamp, with its age.',
    query: z.strictObject({ metrics, fields }),
    response: recent,
  }),
}
