import { z } from 'zod'
import { operation } from './operation.ts'
import {
  countedListQuery,
  countedPage,
  draftFields,
  fields,
  id,
  idFilter,
  idInPath,
  labelFilter,
  location,
  patchFields,
  recordFields,
  stamps,
  text,
  thingSort,
} from './primitives.ts'
import { thingFreshnesses, thingStatuses } from './words.ts'

const status = z
  .enum(thingStatuses, { error: 'must be Active, Inactive or Retired' })
  .describe('Set by people. A retired thing accepts no data')
const attributes = z
  .record(z.string(), z.unknown())
  .describe('Values by name, as the JSON Schema of its type allows')

const meanings = {
  thingTypeId: 'Id of its type',
  siteId: 'Id of its site. Null: none',
  fleetIds: 'Ids of the fleets that it belongs to',
}

const freshness = z.enum(thingFreshnesses, { error: 'must be fresh, late, silent or never' })

/** One of {@link thingFreshnesses}. */
export type ThingFreshness = (typeof thingFreshnesses)[number]

/** Seconds of transmission time before a thing counts as late, or as silent. */
export const freshnessGraceSeconds = 30

/** A device, vehicle, meter or machine that sends data. */
export const thing = z
  .object({
    ...recordFields,
    thingTypeId: z.string().describe(meanings.thingTypeId),
    siteId: z.string().nullable().describe(meanings.siteId),
    fleetIds: z.array(z.string()).describe(meanings.fleetIds),
    status,
    location,
    attributes,
    lastSeenAt: z
      .string()
      .nullable()
      .describe('When it last sent data. UTC. May lag by seconds. Null: never'),
    ...stamps,
  })
  .meta({ id: 'ThingRecord', description: 'A thing as shown in events and the audit log' })

/**
 * A device, vehicle, meter or machine that sends data. `lastSeenAt` is UTC and may lag by
 * seconds.
 */
export type Thing = z.output<typeof thing>

const seenThing = thing
  .extend({
    freshness: freshness
      .nullable()
      .describe(
        `For an Active thing, by the shortest expected interval of its type's metrics plus ${freshnessGraceSeconds} seconds. fresh: its last data is younger. late: older. silent: older than two intervals. never: it has sent none, whatever its type expects. Null: it is not Active, or it has sent data and its type has no expected interval`,
      ),
  })
  .meta({ id: 'Thing', description: 'A device, vehicle, meter or machine that sends data' })

/** A thing in responses: with its freshness. */
export type SeenThing = z.output<typeof seenThing>

/** Limits of a thing, whether set on the thing or on the other resource. */
export const thingLimits = { fleets: 100 } as const

const fleetIds = z
  .array(id)
  .max(thingLimits.fleets, `must be at most ${thingLimits.fleets} fleets`)
  .refine((ids) => new Set(ids).size === ids.length, 'must name each fleet once')
  .describe(meanings.fleetIds)
const siteId = id.nullable().describe(meanings.siteId)
const thingTypeId = id.describe(meanings.thingTypeId)

/** The body that creates a thing. Its type, site and fleets must exist. */
export const thingDraft = z
  .strictObject({
    ...draftFields,
    id: draftFields.id.describe(
      "Chosen by the caller, for example a device's serial. Generated when absent",
    ),
    thingTypeId,
    siteId: siteId.default(null),
    fleetIds: fleetIds.default([]),
    status: status.default('Active'),
    location: location.default(null),
    attributes: attributes.default({}),
  })
  .meta({ id: 'ThingCreate', description: 'A new thing' })

/** A merge patch of a thing (RFC 7396). */
export const thingPatch = z
  .strictObject({
    ...patchFields,
    thingTypeId: thingTypeId.optional(),
    siteId: siteId.optional(),
    fleetIds: fleetIds.optional().describe('Ids of its fleets. Replaces the whole list'),
    status: status.optional(),
    location: location.optional(),
    attributes: attributes.optional().describe('Merged: null removes an attribute'),
  })
  .meta({ id: 'ThingUpdate', description: 'Changes to a thing' })

/** Filters of lists of things. */
export const thingFilters = {
  thingTypeId: idFilter.describe('Things of this type'),
  siteId: idFilter.describe('Things in this site'),
  fleetId: idFilter.describe('Things in this fleet'),
  status: status.optional().describe('Things in this state'),
  label: labelFilter,
}

/** Filters of lists of things, and of changes to those that match. */
export const thingSelection = {
  ...thingFilters,
  freshness: freshness.optional().describe('Things whose data is this recent'),
  text,
}

const counted = (what: string) => z.int().describe(what)

const thingCounts = z
  .object({
    total: counted('Total number of things'),
    statuses: z
      .object({
        Active: counted('Those that are in use'),
        Inactive: counted('Those from which no data is expected'),
        Retired: counted('Those that accept no data'),
      })
      .describe('Things by status'),
    freshness: z
      .object({
        fresh: counted('Data within one interval'),
        late: counted('Data older than one interval'),
        silent: counted('Data older than two intervals'),
        never: counted('No data yet'),
      })
      .describe('Active things that are expected to send data, or never did'),
  })
  .meta({ id: 'ThingCounts', description: 'Things by status and by freshness' })

/** Things by status and by freshness. */
export type ThingCounts = z.output<typeof thingCounts>

/** Path parameters of the rows of one thing. */
export const thingParams = z.strictObject({ thingId: idInPath('thing', 'truck-7') })

/** The rows of single things. For many at once see `thing-batches.ts`. */
export const thingOperations = {
  'things.create': operation({
    method: 'POST',
    path: '/v2/things',
    tier: 'standard',
    access: { action: 'write', resource: 'thing', target: 'new' },
    tag: 'Things',
    summary: 'Create a thing',
    description: 'Needs write on the thing, its site and its fleets.',
    body: thingDraft,
    status: 201,
    response: seenThing,
    example: {
      body: {
        id: 'truck-7',
        name: 'Truck 7',
        thingTypeId: 'truck',
        labels: { line: 'north' },
      },
    },
  }),
  'things.list': operation({
    method: 'GET',
    path: '/v2/things',
    tier: 'standard',
    access: { action: 'read', resource: 'thing', target: 'many' },
    tag: 'Things',
    summary: 'List things',
    description: 'Lists the things that the caller may read.',
    query: z.strictObject({
      ...countedListQuery,
      ...thingSelection,
      sort: thingSort,
    }),
    status: 200,
    response: countedPage(seenThing),
  }),
  'things.count': operation({
    method: 'GET',
    path: '/v2/things/counts',
    tier: 'standard',
    access: { action: 'read', resource: 'thing', target: 'many' },
    tag: 'Things',
    summary: 'Count things',
    description: 'Counts the things that the caller may read, by status and by freshness.',
    query: z.strictObject(thingSelection),
    status: 200,
    response: thingCounts,
  }),
  'things.get': operation({
    method: 'GET',
    path: '/v2/thing/{thingId}',
    tier: 'standard',
    access: { action: 'read', resource: 'thing', target: 'one' },
    tag: 'Things',
    summary: 'Get a thing',
    description: 'Returns one thing.',
    params: thingParams,
    query: z.strictObject({ fields }),
    status: 200,
    response: seenThing,
  }),
  'things.update': operation({
    method: 'PATCH',
    path: '/v2/thing/{thingId}',
    tier: 'standard',
    access: { action: 'write', resource: 'thing', target: 'one' },
    tag: 'Things',
    summary: 'Update a thing',
    description:
      'JSON merge patch (RFC 7396). Moving a thing into a site or fleet needs write on that too, because membership grants access. Changing its type or attributes needs `read` on the thing, because acceptance would reveal its attributes.',
    params: thingParams,
    body: thingPatch,
    status: 200,
    response: seenThing,
    example: { body: { status: 'Inactive' } },
  }),
  'things.delete': operation({
    method: 'DELETE',
    path: '/v2/thing/{thingId}',
    tier: 'standard',
    access: { action: 'write', resource: 'thing', target: 'one' },
    tag: 'Things',
    summary: 'Delete a thing',
    description:
      'Its data becomes unreadable at once and is erased within two days. This cannot be undone. A new thing with the same id starts empty. To keep the data, set the status to `Retired` instead.',
    params: thingParams,
    status: 204,
    response: z.null(),
  }),
}
