import { z } from 'zod'
import { operation } from './operation.ts'
import {
  description,
  fields,
  id,
  labels,
  labelsPatch,
  listQuery,
  name,
  page,
  sort,
  stamps,
  text,
} from './primitives.ts'

/** Most things that one call may put into a fleet, and take out of it. */
export const memberLimit = 1000

/** Things that belong together, wherever they stand. A thing may be in several. */
export const fleet = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    labels: z.record(z.string(), z.string()),
    thingCount: z.int().describe('How many things are in it'),
    ...stamps,
  })
  .meta({ id: 'Fleet' })

export type Fleet = z.output<typeof fleet>

export const fleetDraft = z.strictObject({
  id: id.optional().describe('Chosen by the caller; generated when absent'),
  name,
  description: description.default(''),
  labels: labels.default({}),
})

const fleetPatch = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  labels: labelsPatch.optional(),
})

const thingIds = z
  .array(id)
  .max(memberLimit, `must be at most ${memberLimit} things`)
  .refine((ids) => new Set(ids).size === ids.length, 'must name each thing once')
  .default([])

const memberChange = z
  .strictObject({
    add: thingIds.describe('Things to put into the fleet; those in it already stay'),
    remove: thingIds.describe('Things to take out; those not in it stay out'),
  })
  .check(({ value, issues }) => {
    const added = new Set(value.add)
    for (const [i, id] of value.remove.entries()) {
      if (!added.has(id)) continue
      const message = 'is to be added and removed'
      issues.push({ code: 'custom', path: ['remove', i], message, input: id })
    }
  })

const fleetParams = z.strictObject({ fleetId: z.string() })
const common = { tier: 'standard', tag: 'Fleets' } as const

export const fleetOperations = {
  'fleets.create': operation({
    ...common,
    method: 'POST',
    path: '/v2/fleets',
    access: { action: 'write', resource: 'fleet', target: 'new' },
    summary: 'Create a fleet',
    description: 'A fleet gathers things, so that a scope can reach all of them.',
    body: fleetDraft,
    status: 201,
    response: fleet,
    example: { body: { id: 'cold-chain', name: 'Cold chain' } },
  }),
  'fleets.list': operation({
    ...common,
    method: 'GET',
    path: '/v2/fleets',
    access: { action: 'read', resource: 'fleet', target: 'many' },
    summary: 'List fleets',
    description: 'The fleets that the caller may read.',
    query: z.strictObject({ ...listQuery, sort, text }),
    status: 200,
    response: page(fleet),
  }),
  'fleets.get': operation({
    ...common,
    method: 'GET',
    path: '/v2/fleet/{fleetId}',
    access: { action: 'read', resource: 'fleet', target: 'one' },
    summary: 'Get a fleet',
    description: 'One fleet. Its things are those that `/v2/things?fleetId=` lists.',
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
    example: { body: { name: 'Cold chain, north' } },
  }),
  'fleets.changeMembers': operation({
    ...common,
    method: 'POST',
    path: '/v2/fleet/{fleetId}/members',
    access: { action: 'write', resource: 'fleet', target: 'one' },
    summary: 'Put things into a fleet, and take things out',
    description:
      'All of it or nothing. Needs write on the fleet and on each thing, because membership grants access.',
    params: fleetParams,
    body: memberChange,
    status: 200,
    response: fleet,
    example: { body: { add: ['truck-7', 'truck-8'], remove: ['truck-9'] } },
  }),
  'fleets.delete': operation({
    ...common,
    method: 'DELETE',
    path: '/v2/fleet/{fleetId}',
    access: { action: 'write', resource: 'fleet', target: 'one' },
    summary: 'Delete a fleet',
    description: 'Refused with 409 while things are in it.',
    params: fleetParams,
    status: 204,
    response: z.null(),
  }),
}
