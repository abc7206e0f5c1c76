import { z } from 'zod'
import { operation } from './operation.ts'
import { description, fields, id, labels, listQuery, name, page, stamps } from './primitives.ts'

export const valueTypes = ['number', 'integer', 'boolean', 'string'] as const
export type ValueType = (typeof valueTypes)[number]

const traits = {
  valueType: z.enum(valueTypes, { error: 'must be number, integer, boolean or string' }),
  unit: z.string().min(1).max(64).nullable().describe('UCUM code, for example Cel or m/s'),
  kind: z.enum(['gauge', 'counter', 'state'], { error: 'must be gauge, counter or state' }),
  min: z.number().nullable().describe('Smallest allowed value'),
  max: z.number().nullable().describe('Largest allowed value'),
  enum: z
    .array(z.string().min(1).max(256))
    .max(256)
    .describe('The allowed strings of a string metric; empty: any'),
  expectedIntervalSeconds: z
    .int()
    .min(1)
    .nullable()
    .describe('A metric silent for longer than twice this is stale'),
  retentionDays: z.int().min(1).nullable().describe('Older samples are refused; null: no bound'),
}

/** What a metric measures, and which values it may have. */
export const metricDefinition = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    labels: z.record(z.string(), z.string()),
    ...traits,
    ...stamps,
  })
  .meta({ id: 'MetricDefinition' })

export type MetricDefinition = z.output<typeof metricDefinition>

const metricDefinitionDraft = z
  .strictObject({
    id: id.optional().describe('Chosen by the caller; generated when absent'),
    name,
    description: description.default(''),
    labels: labels.default({}),
    valueType: traits.valueType,
    unit: traits.unit.default(null),
    kind: traits.kind.default('gauge'),
    min: traits.min.default(null),
    max: traits.max.default(null),
    enum: traits.enum.default([]),
    expectedIntervalSeconds: traits.expectedIntervalSeconds.default(null),
    retentionDays: traits.retentionDays.default(null),
  })
  .check((context) => {
    const draft = context.value
    const fault = (field: string, message: string) =>
      context.issues.push({ code: 'custom', path: [field], message, input: draft })
    const numeric = draft.valueType === 'number' || draft.valueType === 'integer'
    for (const bound of ['min', 'max'] as const) {
      if (draft[bound] !== null && !numeric) fault(bound, 'is for number and integer metrics only')
    }
    if (draft.min !== null && draft.max !== null && draft.min > draft.max) {
      fault('max', 'must not be below min')
    }
    if (draft.enum.length > 0 && draft.valueType !== 'string') {
      fault('enum', 'is for string metrics only')
    }
    if (draft.kind === 'counter' && !numeric) fault('kind', 'a counter must be number or integer')
  })

export const metricDefinitionOperations = {
  'metricDefinitions.create': operation({
    method: 'POST',
    path: '/v2/metric-definitions',
    tier: 'standard',
    access: { action: 'write', resource: 'metricDefinition', target: 'new' },
    tag: 'Metric definitions',
    summary: 'Create a metric definition',
    description: 'Says what a metric measures, in which unit, and which values are allowed.',
    body: metricDefinitionDraft,
    status: 201,
    response: metricDefinition,
    example: {
      body: {
        id: 'cargo-temperature',
        name: 'Cargo temperature',
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
    description: 'In the order of their ids.',
    query: z.strictObject(listQuery),
    status: 200,
    response: page(metricDefinition),
  }),
  'metricDefinitions.get': operation({
    method: 'GET',
    path: '/v2/metric-definition/{metricDefinitionId}',
    tier: 'standard',
    access: { action: 'read', resource: 'metricDefinition', target: 'one' },
    tag: 'Metric definitions',
    summary: 'Get a metric definition',
    description: 'One metric definition.',
    params: z.strictObject({ metricDefinitionId: z.string() }),
    query: z.strictObject({ fields }),
    status: 200,
    response: metricDefinition,
  }),
}
