import { z } from 'zod'
import { lineExpressions, seriesExpressions } from './expressions.ts'
import type { MappingProtocol } from './mapping-fields.ts'
import { ARROW, LINES, operation, PROTOBUF } from './operation.ts'
import { bytes, id } from './primitives.ts'
import { columns, frame, ingestedFields, ingestLimits, ingestQuery } from './telemetry.ts'
import { plainExpressions } from './words.ts'

const thingId = z.string().describe('Id of the thing')

/** Why samples of a thing were refused; each is the problem that a call for this thing alone would get. */
export const thingRefusals = ['not-found', 'scope-missing', 'conflict', 'invalid-request'] as const

const ingestedThings = z
  .object({
    ...ingestedFields,
    passedOver: z
      .int()
      .optional()
      .describe(
        'Samples that are neither stored nor refused: dropped by the mapping, with a metric that the thing type ignores, replaced by another of the same series and time, or without a finite number where that is normal. Only for line protocol, remote write and OTLP',
      ),
    things: z
      .array(
        z.object({
          thingId,
          accepted: z.int().describe('Samples stored and readable'),
          rejected: z.int().describe('Samples refused'),
          created: z.boolean().describe('Whether this call created the thing'),
          problem: z
            .enum(thingRefusals)
            .nullable()
            .describe(
              'Why samples of the thing were refused. not-found: no such thing, or no read on it. scope-missing: no write on it. conflict: it is retired. invalid-request: see errors. Null when none was',
            ),
        }),
      )
      .describe('In the order of the body'),
  })
  .meta({
    id: 'IngestedThings',
    description: 'The outcome of a call, in total and for each thing',
  })

/** The outcome of a call with many things, in total and for each thing. */
export type IngestedThings = z.output<typeof ingestedThings>

const ingestion = {
  method: 'POST',
  tier: 'standard',
  ingests: true,
  access: { action: 'write', resource: 'thing', target: 'many' },
  tag: 'Telemetry',
  query: ingestQuery.extend({
    createMissing: id
      .optional()
      .describe(
        'The id of the thing type for things that do not exist. They are created, named after their ids, outside any site or fleet. Needs write on them',
      ),
  }),
  bodyForm: 'bulk',
  bodyLimit: ingestLimits.bodyBytes,
  status: 200,
  problems: ['conflict'],
  response: ingestedThings,
} as const

const entries = <Entry extends z.ZodType>(entry: Entry) =>
  z.array(entry).min(1).max(ingestLimits.frames)

const thingFrames = z
  .strictObject({
    frames: entries(
      frame
        .extend({ thingId })
        .meta({ id: 'ThingFrame', description: 'The values of a thing’s metrics at one time' }),
    ).describe('Frames of one or many things'),
  })
  .meta({ id: 'ThingFrames', description: 'Frames of many things' })

const thingColumns = z
  .strictObject({
    things: entries(
      columns
        .extend({ thingId })
        .meta({ id: 'ThingColumns', description: 'The values of a thing’s metrics at many times' }),
    ).describe('One block for each thing'),
  })
  .meta({ id: 'ThingsColumns', description: 'Columns of many things' })

const many = `Up to ${ingestLimits.things.toLocaleString('en')} things in one call, which spends one unit. Each thing needs the same scope as a call of its own. onError=fail: any bad sample, missing thing or missing scope fails the whole call. onError=skip: good samples of every thing are stored.`

/** How samples of another protocol are assigned to things and metrics: by a mapping, or by parameters of the call. */
function mapped(
  protocol: MappingProtocol,
  says: { readonly thing: string; readonly metric: string },
) {
  const plain = plainExpressions[protocol]
  const { thing, metric } = protocol === 'influx' ? lineExpressions : seriesExpressions
  return ingestion.query.extend({
    mapping: id
      .optional()
      .describe(
        'The id of a mapping of this protocol, instead of thing and metric. Default: if neither of these is given, the organization’s default mapping of the protocol',
      ),
    thing: thing.optional().describe(`${says.thing}. ${otherwise(plain.thing, 'metric')}`),
    metric: metric.optional().describe(`${says.metric}. ${otherwise(plain.metric, 'thing')}`),
  })
}

/** Not a `default` in the schema: a client that sends it would bypass the organization's default mapping. */
function otherwise(plain: string, other: string): string {
  return `\`${plain}\` if only ${other} is given, or if there is no default mapping`
}

/** Numbers that may need 64 bits are strings in JSON, as in protocol buffers' JSON mapping. */
const exampleExport = {
  resourceMetrics: [
    {
      resource: { attributes: [{ key: 'host.name', value: { stringValue: 'truck-7' } }] },
      scopeMetrics: [
        {
          metrics: [
            {
              name: 'temperature',
              gauge: { dataPoints: [{ timeUnixNano: '1769860800000000000', asDouble: 4.2 }] },
            },
          ],
        },
      ],
    },
  ],
}

/** The rows that write samples of many things, as a gateway does. */
export const thingsIngestOperations = {
  'telemetry.ingestThings': operation({
    ...ingestion,
    path: '/v2/things/data',
    summary: 'Send frames of many things',
    description: `${many} Up to 10,000 frames.`,
    body: thingFrames,
    example: {
      body: {
        frames: [
          { thingId: 'truck-7', timestamp: '2026-01-31T12:00:00Z', values: { temperature: 4.2 } },
          { thingId: 'truck-8', timestamp: '2026-01-31T12:00:00Z', values: { temperature: 3.9 } },
        ],
      },
    },
  }),
  'telemetry.ingestThingsColumnar': operation({
    ...ingestion,
    path: '/v2/things/data/columnar',
    summary: 'Send columns of many things',
    description: `${many} One block per thing, each in the format of a single thing’s columns. Up to 1,000,000 samples.`,
    body: thingColumns,
    example: {
      body: {
        things: [
          {
            thingId: 'truck-7',
            start: '2026-01-31T12:00:00Z',
            stepSeconds: 60,
            count: 2,
            values: { temperature: [4.2, 4.3] },
          },
        ],
      },
    },
  }),
  'telemetry.ingestThingsArrow': operation({
    ...ingestion,
    path: '/v2/things/data/arrow',
    summary: 'Send an Arrow table of many things',
    description: `${many} An Arrow IPC stream as for a single thing, with a column \`thingId\` of utf8, which may be dictionary-encoded. Metrics that a thing’s type does not have are null in its rows. Up to 1,000,000 samples.`,
    bodyType: ARROW,
    body: bytes('An Arrow IPC stream'),
  }),
  'telemetry.ingestLines': operation({
    ...ingestion,
    path: '/v2/data/influx',
    summary: 'Send InfluxDB line protocol',
    description: `${many} Each line is a frame of one thing: tags name the thing, and fields become metrics, through a mapping or the expressions \`thing\` and \`metric\`. Up to 10,000 lines; more than that, or more things or samples than one call may contain, gives 413. A line without a timestamp gets the current time. Errors point to the line, counted from 1: \`/body/17\`.`,
    query: mapped('influx', {
      thing:
        'The id of a line’s thing: comma-separated tags, of which the first that is present is used; or an expression such as `{site}-{device}`',
      metric: 'The metric key of a field, for example `{measurement}_{cpu}_{field},{field}`',
    }).extend({
      precision: z
        .enum(['ns', 'us', 'ms', 's'], { error: 'must be ns, us, ms or s' })
        .default('ns')
        .describe('The unit of timestamps. They are stored with microsecond precision'),
    }),
    bodyType: LINES,
    body: bytes('Lines in UTF-8'),
    example: {
      body: 'weather,thing=truck-7 temperature=4.2 1769860800000000000\nweather,thing=truck-8 temperature=3.9 1769860800000000000\n',
    },
  }),
  'telemetry.ingestSeries': operation({
    ...ingestion,
    path: '/v2/data/prometheus',
    summary: 'Send Prometheus remote write',
    description: `${many} A request of remote write, version 1.0 or 2.0, with Content-Encoding: snappy (block format), of up to 4 MiB. Labels name the thing and the metric of each series, through a mapping or the expressions \`thing\` and \`metric\`. Samples of one thing and time are one frame. Staleness markers, NaN, infinities, metadata and exemplars are skipped; native histograms are refused. Errors point to the series, counted from 0 (\`/body/17\`), or to thing, time and metric (\`/body/truck-7@1769860800000/values/temperature\`).`,
    query: mapped('prometheus', {
      thing:
        'The id of a series’ thing: comma-separated labels, of which the first that is present is used; or an expression such as `{site}-{host}`',
      metric: 'The metric key of a series, for example `{__name__}_{mode},{__name__}`',
    }),
    bodyType: PROTOBUF,
    bodyLimit: ingestLimits.seriesBodyBytes,
    body: bytes('A remote-write request'),
  }),
  'telemetry.ingestOtlp': operation({
    ...ingestion,
    path: '/v2/data/otlp',
    summary: 'Send OpenTelemetry metrics',
    description: `${many} An ExportMetricsServiceRequest of OTLP, in protobuf or JSON, of up to 4 MiB. Attributes of a point, its resource or its scope name its thing and its metric, through a mapping or the expressions \`thing\` and \`metric\`. Points of gauges and sums are samples; histograms and summaries are refused. Points of one thing and time are one frame. Errors point to the point, counted from 0 (\`/body/17\`), or to thing, time and metric (\`/body/truck-7@1769860800000/values/temperature\`).`,
    query: mapped('otlp', {
      thing:
        'The id of a point’s thing: comma-separated attributes of the point or its resource, of which the first that is present is used; or an expression such as `{site}-{host.name}`',
      metric: 'The metric key of a point, for example `{name}.{cpu.mode},{name}`',
    }),
    bodyType: PROTOBUF,
    orJson: true,
    bodyLimit: ingestLimits.seriesBodyBytes,
    body: bytes('An ExportMetricsServiceRequest'),
    example: { body: exampleExport },
  }),
}
