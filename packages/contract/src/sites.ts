import { z } from 'zod'
import { operation } from './operation.ts'
import {
  countedListQuery,
  countedPage,
  draftFields,
  fields,
  idInPath,
  labelFilter,
  location,
  patchFields,
  recordFields,
  sort,
  stamps,
  text,
  timezone,
} from './primitives.ts'

const zoneMeaning =
  'IANA time zone, for example Europe/Oslo. It determines where days of its data begin'
const addressMeaning = 'Postal address. Null: unknown'
const zone = timezone.describe(zoneMeaning)
const address = z.string().max(500).nullable().describe(addressMeaning)

/** A place with a time zone, where things stand. */
export const site = z
  .object({
    ...recordFields,
    timezone: z.string().describe(zoneMeaning),
    location,
    address: z.string().nullable().describe(addressMeaning),
    ...stamps,
  })
  .meta({ id: 'Site', description: 'A place with a time zone that contains things' })

/** A place with an IANA time zone, where things stand. `location` is GeoJSON, in degrees. */
export type Site = z.output<typeof site>

/** The body that creates a site. The time zone is UTC when absent. */
export const siteDraft = z
  .strictObject({
    ...draftFields,
    timezone: zone.default('UTC'),
    location: location.default(null),
    address: address.default(null),
  })
  .meta({ id: 'SiteCreate', description: 'A new site' })

const sitePatch = z
  .strictObject({
    ...patchFields,
    timezone: zone.optional(),
    location: location.optional(),
    address: address.optional(),
  })
  .meta({ id: 'SiteUpdate', description: 'Changes to a site' })

/** Path parameters of the rows of one site. */
export const siteParams = z.strictObject({ siteId: idInPath('site', 'oslo-depot') })

/** The rows of sites. */
export const siteOperations = {
  'sites.create': operation({
    method: 'POST',
    path: '/v2/sites',
    tier: 'standard',
    access: { action: 'write', resource: 'site', target: 'new' },
    tag: 'Sites',
    summary: 'Create a site',
    description: 'A site gives its things a place and a time zone.',
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
    description: 'Lists the sites that the caller may read.',
    query: z.strictObject({ ...countedListQuery, sort, text, label: labelFilter }),
    status: 200,
    response: countedPage(site),
  }),
  'sites.get': operation({
    method: 'GET',
    path: '/v2/site/{siteId}',
    tier: 'standard',
    access: { action: 'read', resource: 'site', target: 'one' },
    tag: 'Sites',
    summary: 'Get a site',
    description: 'Returns one site.',
    params: siteParams,
    query: z.strictObject({ fields }),
    status: 200,
    response: site,
  }),
  'sites.update': operation({
    method: 'PATCH',
    path: '/v2/site/{siteId}',
    tier: 'standard',
    access: { action: 'write', resource: 'site', target: 'one' },
    tag: 'Sites',
    summary: 'Update a site',
    description: 'JSON merge patch (RFC 7396).',
    params: siteParams,
    body: sitePatch,
    status: 200,
    response: site,
    example: { body: { address: 'Brobekkveien 31, Oslo' } },
  }),
  'sites.delete': operation({
    method: 'DELETE',
    path: '/v2/site/{siteId}',
    tier: 'standard',
    access: { action: 'write', resource: 'site', target: 'one' },
    tag: 'Sites',
    summary: 'Delete a site',
    description: '409 while the site has things.',
    params: siteParams,
    status: 204,
    response: z.null(),
  }),
}
