import { z } from 'zod'
import { operation } from './operation.ts'
import {
  countedListQuery,
  countedPage,
  draftFields,
  fields,
  id,
  idInPath,
  labelFilter,
  patchFields,
  recordFields,
  sort,
  stamps,
  text,
} from './primitives.ts'

/**
 * The name that a frame gives a metric. It allows fewer characters than an id, so that `temperature:max`
 * and comma-separated lists stay unambiguous. Further faults would quote what is no such name, however long.
 */
export const metricKey = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, {
  error: 'must start with a letter or _ and have 1 to 64 of A-Z a-z 0-9 _ . -',
  abort: true,
})

const metric = z.strictObject({
  key: metricKey.describe('Name of the metric in data of these things'),
  metricDefinitionId: id.describe('Id of the metric definition: what it measures'),
  required: z.boolean().default(false).describe('Every frame must have it'),
})

const metricsMeaning = 'What its things measure'
const attributesMeaning =
  'JSON Schema (2020-12) of the attributes of its things. Null: any are allowed'
const unknownMeaning =
  'What to do with metrics that the type does not list. reject: the sample is refused. ignore: it is skipped'

/** What things of one type measure and may carry. */
export const thingType = z
  .object({
    ...recordFields,
    metrics: z.array(metric).describe(metricsMeaning),
    attributesSchema: z.record(z.string(), z.unknown()).nullable().describe(attributesMeaning),
    unknownMetrics: z.enum(['reject', 'ignore']).describe(unknownMeaning),
    ...stamps,
  })
  .meta({ id: 'ThingType', description: 'The metrics and attributes of things of one type' })

/** What things of one type measure, and the JSON Schema of their attributes. */
export type ThingType = z.output<typeof thingType>

const metrics = z
  .array(metric)
  .max(1000)
  .check((context) => {
    const seen = new Set<string>()
    for (const [i, { key }] of context.value.entries()) {
      if (seen.has(key)) {
        const message = `repeats ${key}`
        context.issues.push({ code: 'custom', path: [i, 'key'], message, input: key })
      }
      seen.add(key)
    }
  })
  .describe(metricsMeaning)

const attributesSchema = z.record(z.string(), z.unknown()).nullable().describe(attributesMeaning)

const unknownMetrics = z
  .enum(['reject', 'ignore'], { error: 'must be reject or ignore' })
  .describe(unknownMeaning)

/** The body that creates a thing type. The metric definitions must exist. */
export const thingTypeDraft = z
  .strictObject({
    ...draftFields,
    metrics: metrics.default([]),
    attributesSchema: attributesSchema.default(null),
    unknownMetrics: unknownMetrics.default('reject'),
  })
  .meta({ id: 'ThingTypeCreate', description: 'A new thing type' })

const thingTypePatch = z
  .strictObject({
    ...patchFields,
    metrics: metrics.optional().describe('What its things measure. Replaces the whole list'),
    attributesSchema: attributesSchema.optional().describe('Merged: null removes a keyword'),
    unknownMetrics: unknownMetrics.optional(),
  })
  .meta({ id: 'ThingTypeUpdate', description: 'Changes to a thing type' })

const thingTypeParams = z.strictObject({ thingTypeId: idInPath('thing type', 'truck') })

/** The rows of thing types. */
export const thingTypeOperations = {
  'thingTypes.create': operation({
    method: 'POST',
    path: '/v2/thing-types',
    tier: 'standard',
    access: { action: 'write', resource: 'thingType', target: 'new' },
    tag: 'Thing types',
    summary: 'Create a thing type',
    description: 'Defines which metrics things of this type send, and which attributes they have.',
    body: thingTypeDraft,
    status: 201,
    response: thingType,
    example: {
      body: {
        id: 'truck',
        name: 'Truck',
        metrics: [{ key: 'temperature', metricDefinitionId: 'air-temperature' }],
        unknownMetrics: 'ignore',
      },
    },
  }),
  'thingTypes.list': operation({
    method: 'GET',
    path: '/v2/thing-types',
    tier: 'standard',
    access: { action: 'read', resource: 'thingType', target: 'many' },
    tag: 'Thing types',
    summary: 'List thing types',
    description: 'Lists the thing types that the caller may read.',
    query: z.strictObject({ ...countedListQuery, sort, text, label: labelFilter }),
    status: 200,
    response: countedPage(thingType),
  }),
  'thingTypes.get': operation({
    method: 'GET',
    path: '/v2/thing-type/{thingTypeId}',
    tier: 'standard',
    access: { action: 'read', resource: 'thingType', target: 'one' },
    tag: 'Thing types',
    summary: 'Get a thing type',
    description: 'Returns one thing type.',
    params: thingTypeParams,
    query: z.strictObject({ fields }),
    status: 200,
    response: thingType,
  }),
  'thingTypes.update': operation({
    method: 'PATCH',
    path: '/v2/thing-type/{thingTypeId}',
    tier: 'standard',
    access: { action: 'write', resource: 'thingType', target: 'one' },
    tag: 'Thing types',
    summary: 'Update a thing type',
    description:
      'JSON merge patch (RFC 7396). 409 if existing things would break: a metric is removed or bound to another definition, or their attributes do not fit the schema.',
    params: thingTypeParams,
    body: thingTypePatch,
    status: 200,
    response: thingType,
    example: { body: { unknownMetrics: 'reject' } },
  }),
  'thingTypes.delete': operation({
    method: 'DELETE',
    path: '/v2/thing-type/{thingTypeId}',
    tier: 'standard',
    access: { action: 'write', resource: 'thingType', target: 'one' },
    tag: 'Thing types',
    summary: 'Delete a thing type',
    description: '409 while things have this type, or mappings create things with it.',
    params: thingTypeParams,
    status: 204,
    response: z.null(),
  }),
}
