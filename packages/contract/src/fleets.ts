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
import { thingLimits } from './things.ts'

/** Most things that one call may put into a fleet, and take out of it. */
export const memberLimit = 1000

/** Things that belong together, wherever they stand. A thing may be in several. */
export const fleet = z
  .object({
    ...recordFields,
    thingCount: z.int().describe('How many things are in it'),
    ...stamps,
  })
  .meta({ id: 'Fleet', description: 'A group of things, wherever they are' })

/** A group of things, wherever they stand. Its things are listed by `/v2/things?fleetId=`. */
export type Fleet = z.output<typeof fleet>

/** The body that creates a fleet. Faults are listed by JSON pointer, like those of every draft. */
export const fleetDraft = z
  .strictObject({
    ...draftFields,
  })
  .meta({ id: 'FleetCreate', description: 'A new fleet' })

const fleetPatch = z
  .strictObject({
    ...patchFields,
  })
  .meta({ id: 'FleetUpdate', description: 'Changes to a fleet' })

const thingIds = z
  .array(id)
  .max(memberLimit, `must be at most ${memberLimit} things`)
  .refine((ids) => new Set(ids).size === ids.length, 'must name each thing once')
  .default([])

const memberChange = z
  .strictObject({
    add: thingIds.describe('Things to add. Those already in the fleet stay'),
    remove: thingIds.describe('Things to remove. Those not in the fleet are ignored'),
  })
  .check(({ value, issues }) => {
    const added = new Set(value.add)
    for (const [i, id] of value.remove.entries()) {
      if (!added.has(id)) continue
      const message = 'is in both add and remove'
      issues.push({ code: 'custom', path: ['remove', i], message, input: id })
    }
  })
  .meta({ id: 'FleetChangeMembers', description: 'Ids of things that join and leave a fleet' })

/** Path parameters of the rows of one fleet. */
export const fleetParams = z.strictObject({ fleetId: idInPath('fleet', 'north') })
const common = { tier: 'standard', tag: 'Fleets' } as const

/** The rows of fleets and their members. */
export const fleetOperations = {
  'fleets.create': operation({
    ...common,
    method: 'POST',
    path: '/v2/fleets',
    access: { action: 'write', resource: 'fleet', target: 'new' },
    summary: 'Create a fleet',
    description: 'A fleet groups things, so that one scope can cover all of them.',
    body: fleetDraft,
    status: 201,
    response: fleet,
    example: { body: { id: 'north', name: 'North' } },
  }),
  'fleets.list': operation({
    ...common,
    method: 'GET',
    path: '/v2/fleets',
    access: { action: 'read', resource: 'fleet', target: 'many' },
    summary: 'List fleets',
    description: 'Lists the fleets that the caller may read.',
    query: z.strictObject({ ...countedListQuery, sort, text, label: labelFilter }),
    status: 200,
    response: countedPage(fleet),
  }),
  'fleets.get': operation({
    ...common,
    method: 'GET',
    path: '/v2/fleet/{fleetId}',
    access: { action: 'read', resource: 'fleet', target: 'one' },
    summary: 'Get a fleet',
    description: 'Returns one fleet. `/v2/things?fleetId=` lists its things.',
    params: fleetParams,
    query: z.strictObject({ fields }),
    status: 200,
    response: fleet,
  }),
  'fleets.update': operation({
    ...common,
    method: 'PATCH',
    path: '/v2/fleet/{fleetId}',
    access: { action: 'write', resource: 'fleet', target: 'one' },
    summary: 'Update a fleet',
    description: 'JSON merge patch (RFC 7396).',
    params: fleetParams,
    body: fleetPatch,
    status: 200,
    response: fleet,
    example: { body: { name: 'North and east' } },
  }),
  'fleets.changeMembers': operation({
    ...common,
    method: 'POST',
    path: '/v2/fleet/{fleetId}/members',
    conditional: true,
    access: { action: 'write', resource: 'fleet', target: 'one' },
    summary: 'Add and remove things',
    description: `Applies all changes or none. Needs write on the fleet and on each thing, because membership grants access. Unlike things.update, it may take a thing out of the scope that lets the caller write it. A thing belongs to at most ${thingLimits.fleets} fleets.`,
    params: fleetParams,
    body: memberChange,
    status: 200,
    response: fleet,
    example: { body: { add: ['truck-7'], remove: ['truck-8'] } },
  }),
  'fleets.delete': operation({
    ...common,
    method: 'DELETE',
    path: '/v2/fleet/{fleetId}',
    access: { action: 'write', resource: 'fleet', target: 'one' },
    summary: 'Delete a fleet',
    description: '409 while the fleet has things.',
    params: fleetParams,
    status: 204,
    response: z.null(),
  }),
}
