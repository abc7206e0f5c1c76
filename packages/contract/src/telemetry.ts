import { z } from 'zod'
import { ARROW, operation } from './operation.ts'
import { bytes } from './primitives.ts'
import { fault } from './problems.ts'
import { metricKey } from './thing-types.ts'
import { thingParams } from './things.ts'
import { ingestPath } from './words.ts'

/** Limits of one ingestion call. A call that exceeds one is refused, and the error names the limit. */
export const ingestLimits = {
  bodyBytes: 16 * 1024 * 1024,
  /** Bytes of a body of remote write or OTLP. */
  seriesBodyBytes: 4 * 1024 * 1024,
  frames: 10_000,
  samples: 1_000_000,
  /** Things in one call. */
  things: 1000,
  /** How far ahead of the server's clock a sample may be. */
  futureSeconds: 600,
  /** Longest string value, in UTF-8 bytes. */
  stringBytes: 4096,
  /** Most faults listed in one answer. */
  faults: 100,
} as const

/** A sample's value. */
export const sampleValue = z.union([z.number(), z.boolean(), z.string()])

/** A sample's value, of the type that its metric definition names. */
export type SampleValue = z.output<typeof sampleValue>

/** A time in a body. */
export const time = z
  .union([z.string(), z.int()])
  .describe(
    'ISO 8601 with an offset, or epoch milliseconds; integers small enough to be seconds are refused. Stored with microsecond precision',
  )

/** The values of one thing's metrics at one time. */
export const frame = z
  .strictObject({
    timestamp: time,
    values: z.record(metricKey, sampleValue).describe('A value for each metric, by its key'),
  })
  .meta({ id: 'Frame', description: 'The values of one thing’s metrics at one time' })

/** The values of one thing's metrics at many times, one array per metric. */
export const columns = z
  .strictObject({
    timestamps: z.array(time).optional().describe('The time of each sample'),
    start: time
      .optional()
      .describe('Time of the first sample. With stepSeconds and count, instead of timestamps'),
    stepSeconds: z
      .number()
      .min(1e-6)
      .optional()
      .describe('Seconds between samples, to the microsecond; 0.5 means two a second'),
    count: z.int().min(1).optional().describe('How many samples each metric has'),
    values: z
      .record(metricKey, z.array(sampleValue.nullable()))
      .describe('One array for each metric, as long as timestamps. Null: no sample'),
  })
  .meta({
    id: 'Columns',
    description: 'The values of one thing’s metrics at many times, one array per metric',
  })

/** The outcome of a call. */
export const ingestedFields = {
  accepted: z.int().describe('Samples stored and readable'),
  rejected: z.int().describe('Samples refused. Above 0 only with onError=skip'),
  errors: z.array(fault).describe('Why samples were refused. At most 100'),
}

const frames = z
  .union([frame, z.strictObject({ frames: z.array(frame).min(1).describe('At most 10,000') })])
  .meta({ id: 'Frames', description: 'One frame, or many' })

const ingested = z
  .object(ingestedFields)
  .meta({ id: 'Ingested', description: 'The outcome of a call' })

/** The outcome of one call. With `onError=skip`, `errors` says why some were rejected. */
export type Ingested = z.output<typeof ingested>

/** The query of rows that take samples. */
export const ingestQuery = z.strictObject({
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
  problems: ['conflict'],
  response: ingested,
} as const

/** The rows that write and erase samples. */
export const ingestOperations = {
  'telemetry.ingest': operation({
    ...ingestion,
    path: ingestPath,
    summary: 'Send frames',
    description:
      'One frame, or up to 10,000. Samples are stored and readable when the call returns. A sample is identified by thing, metric and timestamp, and the last write wins, so a retry is harmless.',
    body: frames,
    example: {
      body: { timestamp: '2026-01-31T12:00:00Z', values: { temperature: 4.2, wind: 3.1 } },
    },
  }),
  'telemetry.ingestColumnar': operation({
    ...ingestion,
    path: '/v2/thing/{thingId}/data/columnar',
    summary: 'Send columns',
    description:
      'The compact form for high volume: one array of timestamps (or start, stepSeconds and count) and one array for each metric. Up to 1,000,000 samples.',
    body: columns,
    example: {
      body: {
        timestamps: ['2026-01-31T12:00:00Z', '2026-01-31T12:01:00Z'],
        values: { temperature: [4.2, 4.3], wind: [3.1, null] },
      },
    },
  }),
  'telemetry.ingestArrow': operation({
    ...ingestion,
    path: '/v2/thing/{thingId}/data/arrow',
    summary: 'Send an Arrow table',
    description:
      'The fastest form: an Arrow IPC stream. It has a column `timestamp` and one column for each metric. `timestamp` is a timestamp of any unit (UTC if it has no zone) or int64 epoch milliseconds. Metrics are int, float32, float64, bool or utf8, also dictionary-encoded; null means no sample. Buffers must be uncompressed; the whole body can be gzip or zstd. Up to 1,000,000 samples. Errors point to column and row: `/body/temperature/17`.',
    bodyType: ARROW,
    body: bytes('An Arrow IPC stream'),
  }),
  'telemetry.erase': operation({
    method: 'DELETE',
    path: '/v2/thing/{thingId}/data',
    tier: 'standard',
    erases: true,
    access: { action: 'write', resource: 'thing', target: 'one' },
    tag: 'Telemetry',
    summary: 'Erase samples',
    description:
      'When the call returns, no query returns these samples, or aggregates or recent values of them. This cannot be undone. After a 503 the erasure is completed in the background. The audit log records who erased which range.',
    params: thingParams,
    query: z.strictObject({
      from: z.string().describe('Included. ISO 8601, epoch milliseconds, or -24h'),
      to: z.string().describe('Excluded. ISO 8601, epoch milliseconds, -1h or now'),
      metrics: z
        .string()
        .optional()
        .describe(
          'Comma-separated metric keys. Default: all, including those that the thing’s type no longer has',
        ),
    }),
    status: 204,
    response: z.null(),
    example: {
      query: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', metrics: 'temperature' },
    },
  }),
}
