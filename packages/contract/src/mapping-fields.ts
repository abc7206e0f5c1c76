import { z } from 'zod'
import { lineExpressionFaults, seriesExpressions } from './expressions.ts'
import { draftFields, id, patchFields, recordFields, stamps } from './primitives.ts'
import { metricKey } from './thing-types.ts'
import { mappingProtocols } from './words.ts'

/** One of {@link mappingProtocols}. */
export type MappingProtocol = (typeof mappingProtocols)[number]

/** Bounds of a mapping: every sample is held against it. */
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

/** Labels and what their values must be like, all of them. `*` stands for any text; a missing label is empty. */
export type Matcher = z.output<typeof matcher>

const matchers = z.array(matcher).max(limits.matchers)

const conversion = z.strictObject({
  key: metricKey.optional().describe('The metric’s key in its place'),
  factor: z.number().optional().describe('Numbers are multiplied by it. Default: 1'),
  offset: z.number().optional().describe('Added after that. Default: 0'),
})

const conversionPatch = z.strictObject({
  key: metricKey.nullable().optional().describe('The metric’s key in its place. Null: its own'),
  factor: z.number().nullable().optional().describe('Numbers are multiplied by it. Null: 1'),
  offset: z.number().nullable().optional().describe('Added after that. Null: 0'),
})

const fewMetrics = (map: object) => Object.keys(map).length <= limits.metrics
const tooManyMetrics = `must have at most ${limits.metrics} metrics`

const rules = {
  thing: seriesExpressions.thing.describe(
    'The id of a sample’s thing, with labels in braces: `{site}-{device}`. Alternatives are separated by commas; the first one counts whose labels the sample has',
  ),
  metric: seriesExpressions.metric.describe(
    'The metric’s key, in the same grammar: `{__name__}_{mode},{__name__}`. Line protocol has `{measurement}`, `{field}` and tags, Prometheus `{__name__}` and labels, OpenTelemetry `{name}`, attributes of points and resources, and `{scope.name}`, `{scope.version}` and attributes of scopes (`{scope.key}`)',
  ),
  match: matchers.describe(
    'Samples that the mapping takes: those that fit any of these. A matcher names labels and what their values are like, `*` standing for any text: `{"__name__": "node_*", "job": "node"}`. Empty: all',
  ),
  drop: matchers.describe('Samples that it passes over, of those that it would take'),
  ignoredLabels: z
    .array(labelName)
    .max(limits.ignoredLabels)
    .describe(
      'Labels that tell no series from another, such as the name of a replica. `*` stands for any text',
    ),
  unmappedLabels: z
    .enum(['allow', 'refuse'], { error: 'must be allow or refuse' })
    .describe(
      'Whether a sample may have labels that are neither in its expressions nor ignored nor the same in all samples by `match`. refuse: no two series can become one unseen',
    ),
  invalidCharacters: z
    .enum(['refuse', 'replace'], { error: 'must be refuse or replace' })
    .describe(
      'What becomes of characters of a label that an id or a key cannot have: replace makes each run of them `_`, so `10.0.0.7:9100` is `10.0.0.7_9100`',
    ),
  createMissing: id
    .nullable()
    .describe(
      'The id of a thing type. Things that do not exist are created with it, by keys with write on them. Null: none are',
    ),
}

const conversions = z
  .record(metricKey, conversion)
  .refine(fewMetrics, tooManyMetrics)
  .describe('Other keys and scales of metrics, by the key that `metric` makes')

const isDefault = z
  .boolean()
  .describe('Used by calls of its protocol that name neither a mapping nor labels')

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

/** The part of a mapping that decides what samples become. */
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
    .record(metricKey, conversionPatch.nullable())
    .refine(fewMetrics, tooManyMetrics)
    .optional()
    .describe('Merged: null removes a metric, or a part of one'),
  createMissing: rules.createMissing.optional(),
}

/** A merge patch of what decides what samples become. */
export const mappingRulesPatch = z.strictObject(rulesPatch)

/** A merge patch of a mapping. */
export const mappingPatch = z
  .strictObject({
    ...patchFields,
    isDefault: isDefault.optional(),
    ...rulesPatch,
  })
  .meta({ id: 'MappingUpdate', description: 'What changes in a mapping' })

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
  return faults
}
