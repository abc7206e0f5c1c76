import type { Input } from '@sluice/contract'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import { textCondition } from '../lists/index.ts'
import { filtersFor, thingCondition } from '../scopes/index.ts'
import { freshnessCondition } from './freshness/condition.ts'
import { type ExpectedIntervals, expectedIntervals } from './freshness/expected.ts'

type Filters = Pick<
  Input<'things.list'>['query'],
  'thingTypeId' | 'siteId' | 'fleetId' | 'status' | 'label'
>

type Selection = Filters & Pick<Input<'things.list'>['query'], 'freshness' | 'text'>

/** The things that the actor may read, narrowed to a selection. `intervals` is called if it is by freshness. */
export async function selectedThings(
  ctx: Pick<Context, 'db' | 'actor' | 'now'>,
  selection: Selection,
  intervals: () => Promise<ExpectedIntervals> = () => intervalsFor(ctx, selection),
): Promise<Prisma.ThingWhereInput> {
  const { freshness, text } = selection
  return {
    AND: [
      readableThings(ctx.actor),
      ...filterConditions(selection),
      textCondition(text),
      freshness === undefined ? {} : freshnessCondition(freshness, await intervals(), ctx.now),
    ],
  }
}

/** The expected intervals of the types that a selection may contain. */
export function intervalsFor(
  ctx: Pick<Context, 'db' | 'actor'>,
  { thingTypeId }: Pick<Filters, 'thingTypeId'>,
  at?: string,
): Promise<ExpectedIntervals> {
  return expectedIntervals(ctx, thingTypeId === undefined ? undefined : [thingTypeId], at)
}

/** Things of the actor's organization that it may read. */
export function readableThings({ organization, scopes }: Actor): Prisma.ThingWhereInput {
  return {
    AND: [
      { organizationId: organization.id },
      thingCondition(filtersFor(scopes, 'read'), organization.id),
    ],
  }
}

/** The conditions of a list's filters. */
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
