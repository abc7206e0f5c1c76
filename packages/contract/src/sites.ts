import { z } from 'zod'
import { operation } from './operation.ts'
import {
  description,
  fields,
  id,
  labels,
  listQuery,
  name,
  page,
  point,
  stamps,
  timezone,
} from './primitives.ts'

/** A place with a time zone, where things stand. */
export const site = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    labels: z.record(z.string(), z.string()),
    timezone: z.string().describe('IANA zone'),
    location: point.nullable(),
    address: z.string().nullable(),
    ...stamps,
  })
  .meta({ id: 'Site' })

export type Site = z.output<typeof site>

const siteDraft = z.strictObject({
  id: id.optional().describe('Chosen by the caller; generated when absent'),
  name,
  description: description.default(''),
  labels: labels.default({}),
  timezone: timezone.default('UTC'),
  location: point.nullable().default(null),
  address: z.string().max(500).nullable().default(null),
})

export const siteOperations = {
  'sites.create': operation({
    method: 'POST',
    path: '/v2/sites',
    tier: 'standard',
    access: { action: 'write', resource: 'site', target: 'new' },
    tag: 'Sites',
    summary: 'Create a site',
    description: 'A site gives the things in it a place and a time zone.',
    body: siteDraft,
    status: 201,
    response: site,
    example: { body: { id: 'oslo-depot', name: 'Oslo depot', timezone: 'Europe/Oslo' } },
  }),
  'sites.list': operation({
    method: 'GET',
    path: '/v2/sites',
    tier: 'standard',
    access: { action: 'read', resource: 'site', target: 'many' },
    tag: 'Sites',
    summary: 'List sites',
    description: 'In the order of their ids.',
    query: z.strictObject(listQuery),
    status: 200,
    response: page(site),
  }),
  'sites.get': operation({
    method: 'GET',
    path: '/v2/site/{siteId}',
    tier: 'standard',
    access: { action: 'read', resource: 'site', target: 'one' },
    tag: 'Sites',
    summary: 'Get a site',
    description: 'One site.',
    params: z.strictObject({ siteId: z.string() }),
    query: z.strictObject({ fields }),
    status: 200,
    response: site,
  }),
}
