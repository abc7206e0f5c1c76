import { z } from 'zod'
import { lineExpressionFaults, seriesExpressions } from './expressions.ts'
import { draftFields, id, patchFields, recordFields, stamps } from './primitives.ts'
import { metricKey } from './thing-types.ts'
import { mappingProtocols } from './words.ts'

/** One of {@link mappingProtocols}. */
export type MappingProtocol = (typeof mappingProtocols)[number]

/** Limits of a mapping. They are tight, because it is applied to every sample. */
export const mappingLimits = {
  /** Of an organization. */
  mappings: 100,
  matchers: 32,
  labels: 8,
  patternLength: 256,
  /** `*` in one pattern. */
  wildcards: 3,
  ignoredLabels: 64,
  metrics: 500,
  /** Of a metric as the expression gives it. */
  metricCharacters: 256,
} as const

const limits = mappingLimits

const pattern = z
  .string()
  .max(limits.patternLength, `must be at most ${limits.patternLength} characters`)
  .refine((text) => text.split('*').length <= limits.wildcards + 1, {
    error: `must have at most ${limits.wildcards} *`,
  })

const labelName = z.string().min(1, 'must not be empty').max(128, 'must be at most 128 characters')

const matcher = z
  .record(labelName, pattern)
  .refine((labels) => Object.keys(labels).length > 0, 'must name a label')
  .refine((labels) => Object.keys(labels).length <= limits.labels, {
    error: `must name at most ${limits.labels} labels`,
  })

/**
 * Patterns for labels, all of which must match. `*` matches any text; a missing label counts as empty. A value of over
 * 256 characters matches only patterns that match any text.
 */
export type Matcher = z.output<typeof matcher>

const matchers = z.array(matcher).max(limits.matchers)

const conversion = z.strictObject({
  key: metricKey.optional().describe('Another key for the metric'),
  factor: z.number().optional().describe('Numbers are multiplied by it. Default: 1'),
  offset: z.number().optional().describe('Added after that. Default: 0'),
})

const conversionPatch = z.strictObject({
  key: metricKey.nullable().optional().describe('Another key for the metric. Null: unchanged'),
  factor: z.number().nullable().optional().describe('Numbers are multiplied by it. Null: 1'),
  offset: z.number().nullable().optional().describe('Added after that. Null: 0'),
})

/** What the expression gives need not be a key: long, or with colons. */
const givenMetric = z
  .string()
  .min(1, 'must not be empty')
  .max(limits.metricCharacters, `must be at most ${limits.metricCharacters} characters`)

const fewMetrics = (map: object) => Object.keys(map).length <= limits.metrics
const tooManyMetrics = `must have at most ${limits.metrics} metrics`

const rules = {
  thing: seriesExpressions.thing.describe(
    'The id of a sample’s thing, with labels in braces: `{site}-{device}`. Alternatives are separated by commas; the first whose labels are all present is used',
  ),
  metric: seriesExpressions.metric.describe(
    'The metric’s key, with the same syntax: `{__name__}_{mode},{__name__}`. Line protocol has `{measurement}`, `{field}` and tags, Prometheus `{__name__}` and labels, OpenTelemetry `{name}`, attributes of points and resources, and `{scope.name}`, `{scope.version}` and attributes of scopes (`{scope.key}`). Labels that others hide are `{tag.field}`, `{tag.measurement}`, `{point.name}` and, of a resource, `{resource.key}`',
  ),
  match: matchers.describe(
    'Samples that the mapping accepts: those that match any of these. A matcher has patterns for labels, in which `*` matches any text: `{"__name__": "node_*", "job": "node"}`. A value of over 256 characters matches only `*`. Empty: all',
  ),
  drop: matchers.describe('Accepted samples to drop: those that match any of these'),
  ignoredLabels: z
    .array(labelName)
    .max(limits.ignoredLabels)
    .describe(
      'Labels that do not distinguish series, such as the name of a replica. `*` matches any text. A name of over 256 characters matches only `*`',
    ),
  unmappedLabels: z
    .enum(['allow', 'refuse'], { error: 'must be allow or refuse' })
    .describe(
      'Whether a sample may have labels that are not in its expressions, not ignored, and not fixed by `match`. refuse: two series cannot become one unnoticed',
    ),
  invalidCharacters: z
    .enum(['refuse', 'replace'], { error: 'must be refuse or replace' })
    .describe(
      'What to do with characters that are not allowed in an id or a key: replace turns each run of them into `_`, so `10.0.0.7:9100` becomes `10.0.0.7_9100`',
    ),
  createMissing: id
    .nullable()
    .describe(
      'The id of the thing type for things that do not exist. They are created if the key has write on them. Null: none are created',
    ),
}

const conversions = z
  .record(givenMetric, conversion)
  .refine(fewMetrics, tooManyMetrics)
  .describe(
    'Other keys and scales for metrics, by what `metric` gives after invalid characters are replaced. One that is not a valid key needs a `key`',
  )

const isDefault = z
  .boolean()
  .describe('Used by calls of its protocol that name neither a mapping nor expressions')

const protocol = z
  .enum(mappingProtocols, { error: 'must be influx, prometheus or otlp' })
  .describe('influx: line protocol. prometheus: remote write. otlp: OpenTelemetry metrics')

/** How samples of another protocol become samples of things. */
export const mapping = z
  .object({
    ...recordFields,
    protocol,
    isDefault,
    ...rules,
    metrics: conversions,
    ...stamps,
  })
  .meta({ id: 'Mapping', description: 'How samples of another protocol become samples of things' })

/** How samples of another protocol become samples of things. */
export type Mapping = z.output<typeof mapping>

/** The part of a mapping that determines how samples are converted. */
export type MappingRules = Pick<Mapping, Exclude<keyof typeof rules, 'createMissing'> | 'metrics'>

/** The body that creates a mapping. */
export const mappingDraft = z
  .strictObject({
    ...draftFields,
    protocol,
    isDefault: isDefault.default(false),
    thing: rules.thing.optional(),
    metric: rules.metric.optional(),
    match: rules.match.default([]),
    drop: rules.drop.default([]),
    ignoredLabels: rules.ignoredLabels.default([]),
    unmappedLabels: rules.unmappedLabels.default('allow'),
    invalidCharacters: rules.invalidCharacters.default('refuse'),
    metrics: conversions.default({}),
    createMissing: rules.createMissing.default(null),
  })
  .check(({ value, issues }) => {
    for (const { field, message } of mappingFaults(value)) {
      issues.push({ code: 'custom', path: [field], message, input: value[field] })
    }
  })
  .meta({ id: 'MappingCreate', description: 'A new mapping' })

const rulesPatch = {
  thing: rules.thing.optional(),
  metric: rules.metric.optional(),
  match: rules.match.optional(),
  drop: rules.drop.optional(),
  ignoredLabels: rules.ignoredLabels.optional(),
  unmappedLabels: rules.unmappedLabels.optional(),
  invalidCharacters: rules.invalidCharacters.optional(),
  metrics: z
    .record(givenMetric, conversionPatch.nullable())
    .refine(fewMetrics, tooManyMetrics)
    .optional()
    .describe('Merged: null removes a metric, or a part of one'),
  createMissing: rules.createMissing.optional(),
}

/** A merge patch of the part that determines how samples are converted. */
export const mappingRulesPatch = z.strictObject(rulesPatch)

/** A merge patch of a mapping. */
export const mappingPatch = z
  .strictObject({
    ...patchFields,
    isDefault: isDefault.optional(),
    ...rulesPatch,
  })
  .meta({ id: 'MappingUpdate', description: 'Changes to a mapping' })

type Judged = Pick<Mapping, 'protocol' | 'metrics'> & {
  readonly [Field in 'thing' | 'metric']?: string | undefined
}

/** The fields of a mapping that do not fit its protocol or a bound, each with the reason. */
export function mappingFaults(mapping: Judged) {
  const faults: { readonly field: 'thing' | 'metric' | 'metrics'; readonly message: string }[] = []
  for (const field of ['thing', 'metric'] as const) {
    const text = mapping[field]
    if (text === undefined || mapping.protocol !== 'influx') continue
    const message = lineExpressionFaults[field](text)
    if (message !== undefined) faults.push({ field, message })
  }
  if (!fewMetrics(mapping.metrics)) faults.push({ field: 'metrics', message: tooManyMetrics })
  const useless = Object.entries(mapping.metrics).find(([given, { key = given }]) => {
    return !metricKey.safeParse(key).success
  })
  if (useless) {
    const shown = JSON.stringify(useless[0].slice(0, 80))
    faults.push({ field: 'metrics', message: `must have a key for ${shown}, which is none itself` })
  }
  return faults
}
