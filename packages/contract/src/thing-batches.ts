import { z } from 'zod'
import { operation } from './operation.ts'
import { id } from './primitives.ts'
import { thingPatch } from './things.ts'

/** Limits of one call that creates or updates things. */
export const thingBatchLimits = { things: 1000, bodyBytes: 2 * 1024 * 1024 } as const

const { things: most, bodyBytes } = thingBatchLimits

/** Which entries a batch takes: new things, existing things, or both. */
export const batchModes = ['upsert', 'create', 'update'] as const

/** What a batch did to a thing. */
export const batchOutcomes = ['created', 'updated', 'unchanged'] as const

const entry = thingPatch.extend({
  id: id.optional().describe('Generated when absent, for a new thing'),
  etag: z
    .string()
    .optional()
    .describe('The etag as last read. If the thing has changed since, the whole call gets 412'),
})

const entries = z
  .array(entry)
  .min(1, 'must have at least one thing')
  .max(most, `must have at most ${most} things`)
  .superRefine((list, { addIssue }) => {
    const seen = new Set<string>()
    for (const [i, { id }] of list.entries()) {
      if (id === undefined) continue
      const message = 'repeats the id of an earlier entry'
      if (seen.has(id)) addIssue({ code: 'custom', path: [i, 'id'], message })
      seen.add(id)
    }
  })
  .describe('One merge patch for each thing')

const batch = z
  .strictObject({
    mode: z
      .enum(batchModes, { error: 'must be upsert, create or update' })
      .default('upsert')
      .describe(
        'create: an existing thing is a conflict. update: a missing thing is an error. upsert: accepts both',
      ),
    validateOnly: z
      .boolean()
      .default(false)
      .describe('true: changes nothing, and returns what would happen'),
    things: entries,
  })
  .meta({ id: 'ThingBatch', description: 'Things to create or update' })

const batchResult = z
  .object({
    validateOnly: z.boolean().describe('true: nothing was changed, this is what would happen'),
    created: z.int().describe('How many things were created'),
    updated: z.int().describe('How many things were changed'),
    unchanged: z.int().describe('How many things needed no change'),
    items: z
      .array(
        z.object({
          id: z.string().nullable().describe('Null with validateOnly if the id would be generated'),
          outcome: z.enum(batchOutcomes).describe('What was done to the thing'),
          changes: z
            .array(z.string())
            .describe('The fields that an update changed. Empty without `read` on the thing'),
          etag: z.string().nullable().describe('Null with validateOnly if it would change'),
        }),
      )
      .describe('In the order of the request'),
  })
  .meta({ id: 'ThingBatchResult', description: 'What a batch did to each thing' })

/** The row that creates or updates many things. */
export const thingBatchOperations = {
  'things.batch': operation({
    method: 'POST',
    path: '/v2/things/batch',
    tier: 'standard',
    access: { action: 'write', resource: 'thing', target: 'new' },
    tag: 'Things',
    summary: 'Create or update many things',
    description: `Up to ${most} things in one call, all or none. The call spends one unit. Each entry is a JSON merge patch. A new thing needs a name and a thing type. Errors point to the entry, for example /body/things/17/name. Needs the same scopes as single calls. validateOnly changes nothing and returns what would happen; it needs \`read\` on existing things.`,
    body: batch,
    bodyLimit: bodyBytes,
    status: 200,
    problems: ['precondition-failed'],
    response: batchResult,
    example: {
      body: {
        things: [
          { id: 'truck-7', labels: { line: 'east' } },
          { id: 'truck-8', name: 'Truck 8', thingTypeId: 'truck' },
        ],
      },
    },
  }),
}
