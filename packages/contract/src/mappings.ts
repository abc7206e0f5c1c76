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

/** What a sample would become. */
export const trialOutcomes = ['accepted', 'dropped', 'ignored', 'rejected'] as const

const trialRequest = z
  .strictObject({
    text: z
      .string()
      .min(1, 'must not be empty')
      .max(characters, `must be at most ${characters} characters`)
      .describe(
        'influx: lines. prometheus: lines of its text format, as a scraped page has them. otlp: an ExportMetricsServiceRequest in JSON',
      ),
    precision: z
      .enum(['ns', 'us', 'ms', 's'], { error: 'must be ns, us, ms or s' })
      .default('ns')
      .describe('The unit of times of lines'),
    change: mappingRulesPatch
      .optional()
      .describe('Tried as if the mapping had been updated with this merge patch'),
  })
  .meta({ id: 'MappingTry', description: 'Samples to try a mapping on' })

const trial = z
  .object({
    samples: z
      .array(
        z.object({
          source: z.string().describe('The sample as its protocol names it'),
          thingId: z.string().nullable().describe('Null where the mapping names none'),
          metric: z.string().nullable().describe('Null where the mapping names none'),
          value: z
            .union([z.number(), z.boolean(), z.string()])
            .nullable()
            .describe('The value as it would be stored. Null where there is none'),
          timestamp: z.string().nullable().describe('UTC. Null where the sample has no valid time'),
          outcome: z
            .enum(trialOutcomes)
            .describe(
              'accepted: it would be stored. dropped: by match or drop. ignored: its thing’s type ignores the metric, or it is of Prometheus and no finite number. rejected: detail says why',
            ),
          createsThing: z.boolean().describe('Whether the thing would be created for it'),
          detail: z.string().nullable().describe('Why it would not be stored. Null where it would'),
          unmappedLabels: z
            .array(z.string())
            .describe('Its labels that decide neither thing nor metric and are not ignored'),
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
          labels: z.array(z.string()).describe('The labels that tell them apart'),
        }),
      )
      .describe('Different series that would be one metric of one thing'),
    errors: z.array(fault).describe('Parts of the text that are no samples'),
    truncated: z.boolean().describe(`Whether the text holds more than ${samples} samples`),
  })
  .meta({ id: 'MappingTrial', description: 'What a mapping would make of samples' })

/** What a mapping would make of samples. */
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
      'Says what labels of InfluxDB line protocol, Prometheus or OpenTelemetry become. Calls name it by `?mapping=`, or use the default of their protocol. A mapping that becomes the default takes that from the one before, which needs write on that too.',
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
      'JSON merge patch (RFC 7396). Every node uses it within a second. A mapping that becomes the default takes that from the one before, in one step, which needs write on that too. The protocol cannot change.',
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
      'Calls that name it are refused from then on. Calls that used it as the default are mapped by the labels that their protocol’s call describes.',
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
