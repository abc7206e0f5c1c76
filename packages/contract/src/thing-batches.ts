import { z } from 'zod'
import { operation } from './operation.ts'
import { id } from './primitives.ts'
import { thingPatch } from './things.ts'

/** Most things that one call creates or updates. */
const batchLimit = 1000

export const batchModes = ['upsert', 'create', 'update'] as const
export const batchOutcomes = ['created', 'updated', 'unchanged'] as const

const entry = thingPatch.extend({
  id: id.optional().describe('Generated when absent, for a thing that is created'),
  etag: z
    .string()
    .optional()
    .describe('The etag that was read; the whole call is 412 when the thing has changed since'),
})

const entries = z
  .array(entry)
  .min(1, 'must hold at least one thing')
  .max(batchLimit, `must hold at most ${batchLimit} things`)
  .superRefine((list, { addIssue }) => {
    const seen = new Set<string>()
    for (const [i, { id }] of list.entries()) {
      if (id === undefined) continue
      const message = 'is the id of an earlier entry too'
      if (seen.has(id)) addIssue({ code: 'custom', path: [i, 'id'], message })
      seen.add(id)
    }
  })

const batchResult = z
  .object({
    validateOnly: z.boolean(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    items: z
      .array(
        z.object({
          id: z
            .string()
            .nullable()
            .describe('Null with validateOnly, for a thing whose id would be generated'),
          outcome: z.enum(batchOutcomes),
          changes: z.array(z.string()).describe('The fields that an update changed'),
          etag: z.string().nullable().describe('Null with validateOnly, where it would be new'),
        }),
      )
      .describe('In the order of the call'),
  })
  .meta({ id: 'ThingBatchResult' })

export const thingBatchOperations = {
  'things.batch': operation({
    method: 'POST',
    path: '/v2/things/batch',
    tier: 'standard',
    access: { action: 'write', resource: 'thing', target: 'new' },
    tag: 'Things',
    summary: 'Create or update many things',
    description: `Up to ${batchLimit} things in one call and one unit: all of them or none. Each entry is a JSON merge patch: a thing that exists becomes what the entry says, and is left alone where it is so already; a new one needs a name and a thing type. Every fault is listed by its place, /body/things/17/name for example. Authorized like so many single calls. With validateOnly nothing is changed, and the answer tells what would be.`,
    body: z.strictObject({
      mode: z
        .enum(batchModes, { error: 'must be upsert, create or update' })
        .default('upsert')
        .describe(
          'create: a thing that exists is a conflict; update: one that is missing is a fault; upsert: both are taken',
        ),
      validateOnly: z.boolean().default(false),
      things: entries,
    }),
    bodyLimit: 8 * 1024 * 1024,
    status: 200,
    problems: ['precondition-failed'],
    response: batchResult,
    example: {
      body: {
        things: [
          { id: 'truck-7', name: 'Truck 7', thingTypeId: 'truck' },
          { id: 'truck-8', status: 'Retired' },
        ],
      },
    },
  }),
}
