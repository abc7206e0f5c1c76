import { z } from 'zod'

const positive = z.coerce.number().int().min(1)

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const schema = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/protobuf').optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.literal('http/protobuf').optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: positive.default(5_000),
  OTEL_BSP_EXPORT_TIMEOUT: positive.default(30_000),
  OTEL_BSP_MAX_QUEUE_SIZE: positive.default(2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: positive.default(512),
})

/** How spans are sampled and sent. Durations are in milliseconds. */
export interface TracingSettings {
  /** The endpoint of spans: OTLP over HTTP, as protobuf. */
  readonly url: string
  readonly sampler: (typeof samplers)[number]
  /** The share of traces that `traceidratio` keeps. */
  readonly ratio: number
  readonly delay: number
  readonly timeout: number
  readonly queue: number
  readonly batch: number
}

/**
 * The `OTEL_*` settings for traces; undefined if they name no endpoint or turn it off. The exporter itself reads
 * headers, certificates and compression. Throws one message that names every faulty variable, but no values.
 */
export function readTracing(
  variables: Record<string, string | undefined>,
): TracingSettings | undefined {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  if (set.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || set.OTEL_TRACES_EXPORTER === 'none') return
  if (!set.OTEL_EXPORTER_OTLP_ENDPOINT && !set.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return
  const { data, error } = schema.safeParse(set)
  if (error) {
    const faults = error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is not valid:\n${faults.join('\n')}`)
  }
  return {
    url: tracesUrl(data),
    sampler: data.OTEL_TRACES_SAMPLER,
    ratio: data.OTEL_TRACES_SAMPLER_ARG,
    delay: data.OTEL_BSP_SCHEDULE_DELAY,
    timeout: data.OTEL_BSP_EXPORT_TIMEOUT,
    queue: data.OTEL_BSP_MAX_QUEUE_SIZE,
    batch: data.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
  }
}

/** The endpoint for traces is used as it is; the common one is a base URL. */
function tracesUrl(variables: z.output<typeof schema>): string {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: base = '' } =
    variables
  return own ?? `${base.replace(/\/$/, '')}/v1/traces`
}
