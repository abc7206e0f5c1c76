import type { Call, Site } from '@sluice/contract'
import { type CommonValues, commonOf, emptyCommon, readCommon } from '#form/common-values.ts'
import { locationText, readLocation } from '#form/location.ts'
import { makeFaults } from '#form/reading.ts'
import type { ResourceKind } from '#form/resource-kind.ts'
import { texts as kinds } from '#texts/kinds.ts'

export interface SiteValues extends CommonValues {
  timezone: string
  /** Latitude, longitude. */
  location: string
  address: string
}

export type SiteDraft = Call<'sites.create'>['body']

export const siteKind: ResourceKind<SiteValues, SiteDraft, Site> = {
  words: kinds.site,
  create: 'sites.create',
  update: 'sites.update',
  empty: () => ({ ...emptyCommon(), timezone: 'UTC', location: '', address: '' }),
  valuesOf: (site) => ({
    ...commonOf(site),
    timezone: site.timezone,
    location: locationText(site.location),
    address: site.address ?? '',
  }),
  read(values) {
    const { faults, add } = makeFaults()
    const body = {
      ...readCommon(values, add),
      timezone: values.timezone,
      location: readLocation(values.location, add),
      address: values.address.trim() || null,
    }
    return { body, faults }
  },
}
