import { z } from 'zod'
import { mapping, mappingDraft, mappingPatch, mappingRulesPatch } from './mapping-fields.ts'
import { operation } from './operation.ts'
import {
  countedListQuery,
  countedPage,
  fields,
  idInPath,
  labelFilter,
  sort,
  text,
} from './primitives.ts'
import { fault } from './problems.ts'
import { mappingProtocols, mappingTrialLimits } from './words.ts'

const { characters, samples } = mappingTrialLimits

/** How a sample would be converted. */
export const trialOutcomes = ['accepted', 'dropped', 'ignored', 'rejected'] as const

const trialRequest = z
  .strictObject({
    text: z
      .string()
      .min(1, 'must not be empty')
      .max(characters, `must be at most ${characters} characters`)
      .describe(
        'influx: line protocol. prometheus: text exposition format. otlp: an ExportMetricsServiceRequest in JSON',
      ),
    precision: z
      .enum(['ns', 'us', 'ms', 's'], { error: 'must be ns, us, ms or s' })
      .default('ns')
      .describe('The unit of timestamps in line protocol'),
    change: mappingRulesPatch
      .optional()
      .describe('A merge patch to apply to the mapping for this try'),
  })
  .meta({ id: 'MappingTry', description: 'Samples to try a mapping on' })

const trial = z
  .object({
    samples: z
      .array(
        z.object({
          source: z.string().describe('The sample as its protocol names it'),
          thingId: z.string().nullable().describe('Null if the mapping gives none'),
          metric: z.string().nullable().describe('Null if the mapping gives none'),
          value: z
            .union([z.number(), z.boolean(), z.string()])
            .nullable()
            .describe('The value as it would be stored. Null if there is none'),
          timestamp: z.string().nullable().describe('UTC. Null if the sample has no valid time'),
          outcome: z
            .enum(trialOutcomes)
            .describe(
              'accepted: it would be stored. dropped: by match or drop. ignored: its thing’s type ignores the metric, or it is from Prometheus and not a finite number. rejected: detail says why',
            ),
          createsThing: z.boolean().describe('Whether the thing would be created for it'),
          detail: z.string().nullable().describe('Why it would not be stored. Null if it would'),
          unmappedLabels: z
            .array(z.string())
            .describe('Its labels that are neither used for thing or metric nor ignored'),
        }),
      )
      .describe(`In the order of the text. At most ${samples}`),
    collisions: z
      .array(
        z.object({
          thingId: z.string().describe('Id of the thing'),
          metric: z.string().describe('Key of the metric'),
          series: z
            .array(z.string())
            .describe('The series, as their protocol names them. At most 10'),
          labels: z.array(z.string()).describe('The labels that distinguish them'),
        }),
      )
      .describe(
        'Different series that would be one metric of one thing, in line protocol even at different times',
      ),
    errors: z.array(fault).describe('Parts of the text that are not samples'),
    truncated: z.boolean().describe(`Whether the text contains more than ${samples} samples`),
  })
  .meta({ id: 'MappingTrial', description: 'How a mapping would convert samples' })

/** How a mapping would convert samples. */
export type MappingTrial = z.output<typeof trial>

const mappingParams = z.strictObject({ mappingId: idInPath('mapping', 'hosts') })

const one = {
  tier: 'standard',
  tag: 'Mappings',
  path: '/v2/mapping/{mappingId}',
  params: mappingParams,
} as const

/** The rows of mappings. */
export const mappingOperations = {
  'mappings.create': operation({
    method: 'POST',
    path: '/v2/mappings',
    tier: 'standard',
    access: { action: 'write', resource: 'mapping', target: 'new' },
    tag: 'Mappings',
    summary: 'Create a mapping',
    description:
      'Defines which things and metrics the labels of InfluxDB line protocol, Prometheus or OpenTelemetry map to. Calls select it with `?mapping=`, or use the default of their protocol. A mapping that becomes the default replaces the previous default, which needs write on that too.',
    body: mappingDraft,
    status: 201,
    response: mapping,
    example: {
      body: {
        id: 'hosts',
        name: 'Hosts',
        protocol: 'prometheus',
        thing: '{site}-{host}',
        metric: '{__name__}_{mode},{__name__}',
        match: [{ __name__: 'node_*' }],
        ignoredLabels: ['job', 'replica'],
      },
    },
  }),
  'mappings.list': operation({
    method: 'GET',
    path: '/v2/mappings',
    tier: 'standard',
    access: { action: 'read', resource: 'mapping', target: 'many' },
    tag: 'Mappings',
    summary: 'List mappings',
    description: 'Lists the mappings that the caller may read.',
    query: z.strictObject({
      ...countedListQuery,
      sort,
      text,
      label: labelFilter,
      protocol: z
        .enum(mappingProtocols, { error: 'must be influx, prometheus or otlp' })
        .optional()
        .describe('Only those of this protocol'),
    }),
    status: 200,
    response: countedPage(mapping),
  }),
  'mappings.get': operation({
    ...one,
    method: 'GET',
    access: { action: 'read', resource: 'mapping', target: 'one' },
    summary: 'Get a mapping',
    description: 'Returns one mapping.',
    query: z.strictObject({ fields }),
    status: 200,
    response: mapping,
  }),
  'mappings.update': operation({
    ...one,
    method: 'PATCH',
    access: { action: 'write', resource: 'mapping', target: 'one' },
    summary: 'Update a mapping',
    description:
      'JSON merge patch (RFC 7396). Takes effect on every node within a second. A mapping that becomes the default atomically replaces the previous default, which needs write on that too. The protocol cannot change.',
    body: mappingPatch,
    status: 200,
    response: mapping,
    example: { body: { thing: '{site}-{device},{device}' } },
  }),
  'mappings.delete': operation({
    ...one,
    method: 'DELETE',
    access: { action: 'write', resource: 'mapping', target: 'one' },
    summary: 'Delete a mapping',
    description:
      'Calls that name it are refused from then on. Calls that used it as the default use their protocol’s default expressions instead.',
    status: 204,
    response: z.null(),
  }),
  'mappings.try': operation({
    ...one,
    method: 'POST',
    path: '/v2/mapping/{mappingId}/try',
    access: { action: 'read', resource: 'mapping', target: 'one' },
    readOnly: true,
    summary: 'Try a mapping',
    description: `A dry run: what each sample of a text would become, whether it would be stored, and which series would become one. It stores and creates nothing. It looks at things that the caller may read; others count as missing. It does not check who may write: the key that sends the samples does that. At most ${samples} samples are looked at.`,
    body: trialRequest,
    status: 200,
    response: trial,
    example: {
      body: { text: 'node_cpu_seconds_total{host="a7",mode="idle"} 12.5' },
    },
  }),
}
