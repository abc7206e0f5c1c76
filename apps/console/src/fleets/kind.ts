import type { Call, Fleet } from '@sluice/contract'
import { type CommonValues, commonOf, emptyCommon, readCommon } from '#form/common-values.ts'
import { makeFaults } from '#form/reading.ts'
import type { ResourceKind } from '#form/resource-kind.ts'
import { texts as kinds } from '#texts/kinds.ts'

export type FleetDraft = Call<'fleets.create'>['body']

export const fleetKind: ResourceKind<CommonValues, FleetDraft, Fleet> = {
  words: kinds.fleet,
  create: 'fleets.create',
  update: 'fleets.update',
  empty: emptyCommon,
  valuesOf: commonOf,
  read(values) {
    const { faults, add } = makeFaults()
    return { body: readCommon(values, add), faults }
  },
}
