import { z } from 'zod'
import { operation } from './operation.ts'
import {
  countedListQuery,
  countedPage,
  draftFields,
  fields,
  idFilter,
  idInPath,
  labelFilter,
  patchFields,
  recordFields,
  sort,
  stamps,
  text,
} from './primitives.ts'
import { valueTypes } from './words.ts'

/** One of {@link valueTypes}. */
export type ValueType = (typeof valueTypes)[number]

/** Ten years between samples; and no sample is older than the store's times, which begin in 1900. */
const metricLimits = { intervalSeconds: 315_360_000, retentionDays: 100_000 } as const

const traits = {
  valueType: z
    .enum(valueTypes, { error: 'must be number, integer, boolean or string' })
    .describe('Type of its values. integer: a number without a fraction'),
  unit: z
    .string()
    .min(1)
    .max(64)
    .nullable()
    .describe('UCUM code (ucum.org), for example Cel, m/s or kW.h. Null: no unit'),
  kind: z
    .enum(['gauge', 'counter', 'state'], { error: 'must be gauge, counter or state' })
    .describe(
      'gauge: goes up and down. counter: only grows, or starts again. state: stays until it changes',
    ),
  min: z.number().nullable().describe('Smallest allowed value, in the unit. Null: no bound'),
  max: z.number().nullable().describe('Largest allowed value, in the unit. Null: no bound'),
  enum: z
    .array(z.string().min(1).max(256))
    .max(256)
    .describe('The allowed values of a string metric. Empty: any'),
  expectedIntervalSeconds: z
    .int()
    .min(1)
    .max(metricLimits.intervalSeconds, `must be at most ${metricLimits.intervalSeconds}`)
    .nullable()
    .describe(
      'Seconds between samples. A metric is stale after twice this time without one. Null: it never is',
    ),
  retentionDays: z
    .int()
    .min(1)
    .max(metricLimits.retentionDays, `must be at most ${metricLimits.retentionDays}`)
    .nullable()
    .describe(
      'Days for which samples are kept. Older samples are refused, and removed within two days. Null: the organization’s retention. When several definitions share a metric key, the longest retention decides removal',
    ),
}

/** What a metric measures, and which values it may have. */
export const metricDefinition = z
  .object({
    ...recordFields,
    ...traits,
    ...stamps,
  })
  .meta({
    id: 'MetricDefinition',
    description: 'What a metric measures, and which values it may have',
  })

/**
 * What a metric measures: type, UCUM unit, kind, bounds, expected interval in seconds,
 * retention in days.
 */
export type MetricDefinition = z.output<typeof metricDefinition>

/**
 * The body that creates a metric definition. Fields that contradict each other are refused
 * ({@link traitFaults}).
 */
export const metricDefinitionDraft = z
  .strictObject({
    ...draftFields,
    valueType: traits.valueType,
    unit: traits.unit.default(null),
    kind: traits.kind.default('gauge'),
    min: traits.min.default(null),
    max: traits.max.default(null),
    enum: traits.enum.default([]),
    expectedIntervalSeconds: traits.expectedIntervalSeconds.default(null),
    retentionDays: traits.retentionDays.default(null),
  })
  .check(({ value, issues }) => {
    for (const { field, message } of traitFaults(value)) {
      issues.push({ code: 'custom', path: [field], message, input: value })
    }
  })
  .meta({ id: 'MetricDefinitionCreate', description: 'A new metric definition' })

const metricDefinitionPatch = z
  .strictObject({
    ...patchFields,
    valueType: traits.valueType.optional(),
    unit: traits.unit.optional(),
    kind: traits.kind.optional(),
    min: traits.min.optional(),
    max: traits.max.optional(),
    enum: traits.enum.optional(),
    expectedIntervalSeconds: traits.expectedIntervalSeconds.optional(),
    retentionDays: traits.retentionDays.optional(),
  })
  .meta({ id: 'MetricDefinitionUpdate', description: 'What changes in a metric definition' })

type Traits = Pick<MetricDefinition, 'valueType' | 'kind' | 'min' | 'max' | 'enum'>

/**
 * The fields of a definition that contradict each other, each with the reason. Empty when it is
 * consistent.
 */
export function traitFaults({ valueType, kind, min, max, enum: allowed }: Traits) {
  const faults: { readonly field: keyof Traits; readonly message: string }[] = []
  const numeric = valueType === 'number' || valueType === 'integer'
  const unfit = 'applies to number and integer metrics only'
  if (min !== null && !numeric) faults.push({ field: 'min', message: unfit })
  if (max !== null && !numeric) faults.push({ field: 'max', message: unfit })
  if (min !== null && max !== null && min > max) {
    faults.push({ field: 'max', message: 'must not be below min' })
  }
  if (allowed.length > 0 && valueType !== 'string') {
    faults.push({ field: 'enum', message: 'applies to string metrics only' })
  }
  if (kind === 'counter' && !numeric) {
    faults.push({
      field: 'kind',
      message: 'must not be counter unless the value type is number or integer',
    })
  }
  return faults
}

const metricDefinitionParams = z.strictObject({
  metricDefinitionId: idInPath('metric definition', 'air-temperature'),
})

/** The rows of metric definitions. */
export const metricDefinitionOperations = {
  'metricDefinitions.create': operation({
    method: 'POST',
    path: '/v2/metric-definitions',
    tier: 'standard',
    access: { action: 'write', resource: 'metricDefinition', target: 'new' },
    tag: 'Metric definitions',
    summary: 'Create a metric definition',
    description: 'Defines what a metric measures, its unit, and the allowed values.',
    body: metricDefinitionDraft,
    status: 201,
    response: metricDefinition,
    example: {
      body: {
        id: 'air-temperature',
        name: 'Air temperature',
        valueType: 'number',
        unit: 'Cel',
      },
    },
  }),
  'metricDefinitions.list': operation({
    method: 'GET',
    path: '/v2/metric-definitions',
    tier: 'standard',
    access: { action: 'read', resource: 'metricDefinition', target: 'many' },
    tag: 'Metric definitions',
    summary: 'List metric definitions',
    description: 'Lists the metric definitions that the caller may read.',
    query: z.strictObject({
      ...countedListQuery,
      sort,
      text,
      label: labelFilter,
      thingTypeId: idFilter.describe(
        'Only those that this thing type uses: at most 1,000, so one page can hold them all. None if the caller may not read the type',
      ),
    }),
    status: 200,
    response: countedPage(metricDefinition),
  }),
  'metricDefinitions.get': operation({
    method: 'GET',
    path: '/v2/metric-definition/{metricDefinitionId}',
    tier: 'standard',
    access: { action: 'read', resource: 'metricDefinition', target: 'one' },
    tag: 'Metric definitions',
    summary: 'Get a metric definition',
    description: 'Returns one metric definition.',
    params: metricDefinitionParams,
    query: z.strictObject({ fields }),
    status: 200,
    response: metricDefinition,
  }),
  'metricDefinitions.update': operation({
    method: 'PATCH',
    path: '/v2/metric-definition/{metricDefinitionId}',
    tier: 'standard',
    access: { action: 'write', resource: 'metricDefinition', target: 'one' },
    tag: 'Metric definitions',
    summary: 'Update a metric definition',
    description:
      'JSON merge patch (RFC 7396). The value type and the unit cannot change while a thing type uses the definition (409), because stored samples would change meaning. Bounds apply to new samples only.',
    params: metricDefinitionParams,
    body: metricDefinitionPatch,
    status: 200,
    response: metricDefinition,
    example: { body: { min: -40, max: 85 } },
  }),
  'metricDefinitions.delete': operation({
    method: 'DELETE',
    path: '/v2/metric-definition/{metricDefinitionId}',
    tier: 'standard',
    access: { action: 'write', resource: 'metricDefinition', target: 'one' },
    tag: 'Metric definitions',
    summary: 'Delete a metric definition',
    description: '409 while a thing type uses it.',
    params: metricDefinitionParams,
    status: 204,
    response: z.null(),
  }),
}
