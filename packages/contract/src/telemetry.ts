import { z } from 'zod'
import { operation } from './operation.ts'
import { fields } from './primitives.ts'
import { metricKey } from './thing-types.ts'

/** Bounds of one ingestion call; the errors name them. */
export const ingestLimits = {
  bodyBytes: 16 * 1024 * 1024,
  frames: 10_000,
  samples: 1_000_000,
  /** How far ahead of the server's clock a sample may be. */
  futureSeconds: 600,
  /** Longest string value, in UTF-8 bytes. */
  stringBytes: 4096,
  /** Most faults listed in one answer. */
  faults: 100,
} as const

/** Bounds of one query. */
export const queryLimits = { metrics: 100, defaultPoints: 1000, points: 10_000 } as const

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

const value = z.union([z.number(), z.boolean(), z.string()])
export type SampleValue = z.output<typeof value>

const time = z
  .union([z.string(), z.int()])
  .describe('ISO 8601 with an offset, or epoch milliseconds; kept to the microsecond')

/** The values of one thing's metrics at one time. */
const frame = z
  .strictObject({ timestamp: time, values: z.record(metricKey, value) })
  .meta({ id: 'Frame' })

const columns = z
  .strictObject({
    timestamps: z.array(time).optional(),
    start: time.optional().describe('With step and count, in place of timestamps'),
    step: z.int().min(1).optional().describe('Milliseconds between samples'),
    count: z.int().min(1).optional(),
    values: z
      .record(metricKey, z.array(value.nullable()))
      .describe('One array a metric, as long as timestamps; null: no sample'),
  })
  .meta({ id: 'Columns' })

const ingested = z
  .object({
    accepted: z.int().describe('Samples stored and readable'),
    rejected: z.int().describe('Samples refused; above 0 only with onError=skip'),
    errors: z
      .array(z.object({ pointer: z.string(), detail: z.string() }))
      .describe('Why; at most 100'),
  })
  .meta({ id: 'Ingested' })

export type Ingested = z.output<typeof ingested>

const thingParams = z.strictObject({ thingId: z.string() })
const ingestQuery = z.strictObject({
  onError: z
    .enum(['fail', 'skip'], { error: 'must be fail or skip' })
    .default('fail')
    .describe('fail: any bad sample fails the whole call. skip: good samples are stored'),
})

const ingestion = {
  method: 'POST',
  tier: 'standard',
  ingests: true,
  access: { action: 'write', resource: 'thing', target: 'one' },
  tag: 'Telemetry',
  params: thingParams,
  query: ingestQuery,
  bodyForm: 'bulk',
  bodyLimit: ingestLimits.bodyBytes,
  status: 200,
  response: ingested,
} as const

const instant = z
  .string()
  .describe('ISO 8601 with an offset, epoch milliseconds, or back from now: -15m, -24h, -7d')
const range = {
  from: instant.default('-24h').describe('Included. ISO 8601, epoch milliseconds, or -24h'),
  to: instant.default('now').describe('Excluded. ISO 8601, epoch milliseconds, -1h or now'),
}
const metrics = z
  .string()
  .optional()
  .describe("Comma-separated metric keys; all of the thing's when absent")

const query = {
  method: 'GET',
  tier: 'data-read',
  access: { action: 'read', resource: 'thing', target: 'one' },
  tag: 'Telemetry',
  params: thingParams,
  status: 200,
} as const

const series = z
  .object({
    thingId: z.string(),
    from: z.string(),
    to: z.string(),
    interval: z.string().nullable(),
    timestamps: z.array(z.string()).describe("With an interval: each bucket's start"),
    values: z
      .record(z.string(), z.array(value.nullable()))
      .describe('One array a metric (and aggregate, where named), as long as timestamps'),
    downsampledFrom: z
      .record(z.string(), z.int())
      .nullable()
      .describe('Samples in the range, of each metric that was downsampled; null where none was'),
    nextCursor: z.string().nullable().describe('Null when everything in the range was answered'),
  })
  .meta({ id: 'Series' })

export type Series = z.output<typeof series>

const timedValue = z.object({ timestamp: z.string(), value })

const metricSummary = z.object({
  count: z.int(),
  first: timedValue.nullable(),
  last: timedValue.nullable(),
  min: timedValue.nullable().describe('Numbers and booleans (as 0 and 1) only'),
  max: timedValue.nullable(),
  avg: z.number().nullable(),
  sum: z.number().nullable(),
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

const recent = z
  .object({
    thingId: z.string(),
    metrics: z.record(
      z.string(),
      timedValue.extend({
        ageSeconds: z.number(),
        stale: z.boolean().nullable().describe('Null where no interval is expected'),
      }),
    ),
  })
  .meta({ id: 'Recent' })

export type Recent = z.output<typeof recent>

export const telemetryOperations = {
  'telemetry.ingest': operation({
    ...ingestion,
    path: '/v2/thing/{thingId}/data',
    summary: 'Send frames',
    description:
      'One frame or up to 10,000. Stored and readable when answered; (thing, metric, timestamp) is a sample’s identity and the last write wins, so a retry is harmless.',
    body: z.union([frame, z.strictObject({ frames: z.array(frame).min(1) })]),
    example: {
      body: { timestamp: '2026-01-31T12:00:00Z', values: { temperature: 4.2, wind: 3.1 } },
    },
  }),
  'telemetry.ingestColumnar': operation({
    ...ingestion,
    path: '/v2/thing/{thingId}/data/columnar',
    summary: 'Send columns',
    description:
      'The compact form for high volume: one array of timestamps (or start, step and count) and one array a metric. Up to 1,000,000 samples.',
    body: columns,
    example: {
      body: {
        timestamps: ['2026-01-31T12:00:00Z', '2026-01-31T12:01:00Z'],
        values: { temperature: [4.2, 4.3], wind: [3.1, null] },
      },
    },
  }),
  'telemetry.timeseries': operation({
    ...query,
    path: '/v2/thing/{thingId}/timeseries',
    summary: 'Query a timeseries',
    description:
      'Raw samples, or one value a bucket where an interval is given. Calendar intervals follow the time zone, daylight saving included.',
    query: z.strictObject({
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
      maxPoints: z.coerce
        .number<number | string>({ error: 'must be a whole number' })
        .int()
        .min(2)
        .max(queryLimits.points)
        .optional()
        .describe('For interval=auto (500) and downsample (1000 a metric)'),
      downsample: z
        .enum(downsamplings, { error: `must be ${downsamplings.join(' or ')}` })
        .optional()
        .describe(
          'Raw samples thinned out to maxPoints a metric, in one page. lttb: the samples that keep the shape (largest triangle, three buckets). minmax: the extremes of equal spans',
        ),
      aggregate: z
        .enum(aggregates, { error: `must be one of ${aggregates.join(', ')}` })
        .default('avg')
        .describe(
          'With an interval, for metrics that name none. stddev is the sample’s; p50 to p99 interpolate; delta is what a counter grew by, resets taken into account, and rate that a second; twa weighs each value by the time until the next',
        ),
      timezone: z.string().optional().describe("IANA zone of the buckets; the site's, else UTC"),
      order: z.enum(['asc', 'desc'], { error: 'must be asc or desc' }).default('asc'),
      limit: z.coerce
        .number<number | string>({ error: 'must be a whole number' })
        .int()
        .min(1)
        .max(queryLimits.points)
        .default(queryLimits.defaultPoints)
        .describe('Most timestamps to answer'),
      cursor: z.string().optional().describe("The previous answer's nextCursor"),
      fields,
    }),
    response: series,
    example: {
      query: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', interval: '1d' },
    },
  }),
  'telemetry.summary': operation({
    ...query,
    path: '/v2/thing/{thingId}/summary',
    summary: 'Summarize',
    description: 'Count, extremes with their times, average, sum, first and last of each metric.',
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
