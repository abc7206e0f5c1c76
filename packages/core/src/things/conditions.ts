import type { Input } from '@sluice/contract'
import type { Actor } from '../actor.ts'
import type { Prisma } from '../database/generated/client.ts'
import { filtersFor, thingCondition } from '../scopes/index.ts'

type Filters = Pick<
  Input<'things.list'>['query'],
  'thingTypeId' | 'siteId' | 'fleetId' | 'status' | 'label'
>

/** Things of the actor's organization that it may read. */
export function readableThings({ organization, scopes }: Actor): Prisma.ThingWhereInput {
  return {
    AND: [
      { organizationId: organization.id },
      thingCondition(filtersFor(scopes, 'read'), organization.id),
    ],
  }
}

/** What a list of things is narrowed to, a condition each. */
export function filterConditions(filters: Filters): Prisma.ThingWhereInput[] {
  const { thingTypeId, siteId, fleetId, status, label } = filters
  return [
    thingTypeId === undefined ? {} : { thingTypeId },
    siteId === undefined ? {} : { siteId },
    fleetId === undefined ? {} : { fleets: { some: { fleetId } } },
    label === undefined ? {} : { labelTokens: { has: label } },
    status === undefined ? {} : { status },
  ]
}
