import { type Call, type Thing, thingStatuses } from '@sluice/contract'
import { type CommonValues, commonOf, emptyCommon, readCommon } from '#form/common-values.ts'
import { jsonText, readJson } from '#form/json.ts'
import { locationText, readLocation } from '#form/location.ts'
import { makeFaults, type Reading } from '#form/reading.ts'
import type { ResourceKind } from '#form/resource-kind.ts'
import { texts as kinds } from '#texts/kinds.ts'
import { texts } from '#texts/things-edit.tsx'

export interface ThingValues extends CommonValues {
  thingTypeId: string | null
  siteId: string | null
  fleetIds: string[]
  status: Thing['status']
  /** Latitude, longitude. */
  location: string
  /** A JSON object; empty if there is none. */
  attributes: string
}

export type ThingDraft = Call<'things.create'>['body']

export const thingKind: ResourceKind<ThingValues, ThingDraft, Thing> = {
  words: kinds.thing,
  create: 'things.create',
  update: 'things.update',
  empty: () => ({
    ...emptyCommon(),
    thingTypeId: null,
    siteId: null,
    fleetIds: [],
    status: thingStatuses[0],
    location: '',
    attributes: '',
  }),
  valuesOf: (thing) => ({
    ...commonOf(thing),
    thingTypeId: thing.thingTypeId,
    siteId: thing.siteId,
    fleetIds: thing.fleetIds,
    status: thing.status,
    location: locationText(thing.location),
    attributes: jsonText(thing.attributes),
  }),
  read(values): Reading<ThingDraft> {
    const { faults, add } = makeFaults()
    if (values.thingTypeId === null) add('thingTypeId', texts.type.missing)
    const body = {
      ...readCommon(values, add),
      thingTypeId: values.thingTypeId ?? '',
      siteId: values.siteId,
      fleetIds: values.fleetIds,
      status: values.status,
      location: readLocation(values.location, add),
      attributes: readJson(values.attributes, 'attributes', add) ?? {},
    }
    return { body, faults }
  },
}
