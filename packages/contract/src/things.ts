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
  point,
  sort,
  stamps,
  text,
} from './primitives.ts'

export const thingStatuses = ['Active', 'Inactive', 'Retired'] as const
const status = z.enum(thingStatuses, { error: 'must be Active, Inactive or Retired' })
const attributes = z.record(z.string(), z.unknown())

/** A device, vehicle, meter or machine that sends data. */
export const thing = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    labels: z.record(z.string(), z.string()),
    thingTypeId: z.string(),
    siteId: z.string().nullable(),
    fleetIds: z.array(z.string()),
    status,
    location: point.nullable(),
    attributes,
    lastSeenAt: z.string().nullable().describe('When it last sent data; may lag by some seconds'),
    ...stamps,
  })
  .meta({ id: 'Thing' })

export type Thing = z.output<typeof thing>

const fleetIds = z
  .array(id)
  .max(100, 'must be at most 100 fleets')
  .refine((ids) => new Set(ids).size === ids.length, 'must name each fleet once')

export const thingDraft = z.strictObject({
  id: id
    .optional()
    .describe("Chosen by the caller, a device's serial for example; generated when absent"),
  name,
  description: description.default(''),
  labels: labels.default({}),
  thingTypeId: id,
  siteId: id.nullable().default(null),
  fleetIds: fleetIds.default([]),
  status: status.default('Active'),
  location: point.nullable().default(null),
  attributes: attributes.default({}),
})

export const thingPatch = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  labels: labelsPatch.optional(),
  thingTypeId: id.optional(),
  siteId: id.nullable().optional(),
  fleetIds: fleetIds.optional().describe('Replaces the whole list'),
  status: status.optional(),
  location: point.nullable().optional(),
  attributes: attributes.optional().describe('Merged: null removes an attribute'),
})

const thingParams = z.strictObject({ thingId: z.string() })

export const thingOperations = {
  'things.create': operation({
    method: 'POST',
    path: '/v2/things',
    tier: 'standard',
    access: { action: 'write', resource: 'thing', target: 'new' },
    tag: 'Things',
    summary: 'Create a thing',
    description: 'Needs write on the thing, and on its site and its fleets too.',
    body: thingDraft,
    status: 201,
    response: thing,
    example: {
      body: {
        id: 'truck-7',
        name: 'Truck 7',
        thingTypeId: 'weather-station',
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
    description: 'The things that the caller may read.',
    query: z.strictObject({
      ...listQuery,
      thingTypeId: z.string().optional(),
      siteId: z.string().optional(),
      fleetId: z.string().optional(),
      status: status.optional(),
      label: z
        .string()
        .regex(/^[^=]+(=.*)?$/, 'must be a label name, or name=value')
        .optional()
        .describe('A label that it has: its name, or name=value'),
      sort,
      text,
    }),
    status: 200,
    response: page(thing),
  }),
  'things.get': operation({
    method: 'GET',
    path: '/v2/thing/{thingId}',
    tier: 'standard',
    access: { action: 'read', resource: 'thing', target: 'one' },
    tag: 'Things',
    summary: 'Get a thing',
    description: 'One thing.',
    params: thingParams,
    query: z.strictObject({ fields }),
    status: 200,
    response: thing,
  }),
  'things.update': operation({
    method: 'PATCH',
    path: '/v2/thing/{thingId}',
    tier: 'standard',
    access: { action: 'write', resource: 'thing', target: 'one' },
    tag: 'Things',
    summary: 'Update a thing',
    description:
      'JSON merge patch (RFC 7396). Moving it into a site or a fleet needs write on that too, because membership grants access.',
    params: thingParams,
    body: thingPatch,
    status: 200,
    response: thing,
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
      'Its data is no longer reachable; a thing made anew under the same id starts empty.',
    params: thingParams,
    status: 204,
    response: z.null(),
  }),
}
