import { z } from 'zod'
import { operation } from './operation.ts'
import { id } from './primitives.ts'
import { thingLimits, thingPatch, thingSelection } from './things.ts'
import { thingChangeLimit, thingStatuses } from './words.ts'

/** The outcome of a change for a thing, or the expected one. */
export const thingChangeOutcomes = ['changed', 'unchanged', 'refused', 'stale'] as const

const fleets = z
  .array(id)
  .min(1, 'must name at least one fleet')
  .max(thingLimits.fleets, `must be at most ${thingLimits.fleets} fleets`)
  .refine((ids) => new Set(ids).size === ids.length, 'must name each fleet once')

const change = thingPatch
  .pick({ thingTypeId: true, siteId: true, status: true, labels: true, attributes: true })
  .extend({
    addFleetIds: fleets.optional().describe('Fleets to join. Others stay'),
    removeFleetIds: fleets.optional().describe('Fleets to leave'),
  })
  .refine((fields) => Object.keys(fields).length > 0, 'must change something')
  .refine(
    ({ addFleetIds, removeFleetIds }) => !addFleetIds?.some((id) => removeFleetIds?.includes(id)),
    'must not add and remove the same fleet',
  )

/** The change that one call makes to every thing. */
export type ThingChange = z.output<typeof change>

const chosen = z
  .array(
    z.strictObject({
      id: id.describe('Id of a thing'),
      etag: z.string().optional().describe('As last read. A thing that has changed since is stale'),
    }),
  )
  .min(1, 'must have at least one thing')
  .max(thingChangeLimit, `must have at most ${thingChangeLimit} things`)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
    error: 'must name each thing once',
  })

const item = z.object({
  id: z.string().describe('Id of the thing'),
  name: z.string().nullable().describe('Null without `read` on the thing'),
  outcome: z
    .enum(thingChangeOutcomes)
    .describe('refused and stale: left as it is; `detail` says why'),
  changes: z.array(z.string()).describe('The fields that change. Empty without `read`'),
  before: z
    .object({
      thingTypeId: z.string().optional().describe('Id of its type'),
      siteId: z.string().nullable().optional().describe('Id of its site. Null: none'),
      status: z.enum(thingStatuses).optional().describe('Its status'),
      fleetIds: z.array(z.string()).optional().describe('Ids of its fleets'),
      labels: z
        .record(z.string(), z.string().nullable())
        .optional()
        .describe('The labels that change. Null: it had none of that name'),
    })
    .describe('The old values of these fields, as far as they change'),
  etag: z.string().nullable().describe('As of now: with validateOnly, before the change'),
  detail: z.string().nullable().describe('Why it is left as it is'),
})

const count = (what: string) => z.int().describe(what)

const answer = z
  .object({
    validateOnly: z.boolean().describe('Nothing was changed'),
    changed: count('Things that change'),
    unchanged: count('Things that need no change'),
    refused: count('Things that the caller may not change, or to which the change does not apply'),
    stale: count('Things that have changed since their etag'),
    items: z.array(item).describe('In the order of the request, or of the ids'),
    nextAfter: z
      .string()
      .nullable()
      .describe('The filter matches more: send it as `after`. Null at the end'),
  })
  .meta({ id: 'ThingChanges', description: 'The outcome of a change, thing by thing' })

/** The outcome of a change, thing by thing. */
export type ThingChanges = z.output<typeof answer>

const body = z
  .strictObject({
    things: chosen.optional().describe('The things to change'),
    filter: z
      .strictObject(thingSelection)
      .optional()
      .describe('Instead of `things`: those that match. Empty: all'),
    after: id.optional().describe("With `filter`: the previous response's nextAfter"),
    change: change.describe('The change to each. Labels and attributes are merged'),
    validateOnly: z
      .boolean()
      .default(false)
      .describe('Change nothing, and return what would change'),
  })
  .refine(({ things, filter }) => (things === undefined) !== (filter === undefined), {
    error: 'must have either things or filter',
  })
  .refine(({ after, filter }) => after === undefined || filter !== undefined, {
    error: 'must have a filter where it has after',
  })
  .meta({ id: 'ThingsChange', description: 'One change to many things' })

/** The row that applies one change to many things. */
export const thingChangeOperations = {
  'things.change': operation({
    method: 'POST',
    path: '/v2/things/change',
    tier: 'standard',
    access: { action: 'write', resource: 'thing', target: 'many' },
    tag: 'Things',
    summary: 'Apply one change to many things',
    description: `Moves, retires or labels up to ${thingChangeLimit} things in one call, which spends one unit: those that are named, or those that match a filter and that the caller may read. Each is checked like a single update: one that the caller may not change, or that has changed since its etag, is left as it is and the response says why. validateOnly changes nothing and returns what would happen; it needs \`read\` on each thing. To apply exactly such a plan, send its changed things with their etags.`,
    body,
    status: 200,
    response: answer,
    example: {
      body: {
        filter: { fleetId: 'north', freshness: 'silent' },
        change: { status: 'Retired' },
        validateOnly: true,
      },
    },
  }),
}
