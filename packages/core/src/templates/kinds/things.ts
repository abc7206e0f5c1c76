import type { Fault, Thing } from '@sluice/contract'
import { fleetPath, sitePath, thingPaths } from '../../scopes/index.ts'
import {
  findThings,
  locksOfJudges,
  referenceFaults,
  requireRead,
  writeThings,
} from '../../things/index.ts'
import type { Step, Wanted } from '../plan/step.ts'
import type { Kind, Known } from './kind.ts'

const asThing = (resource: Wanted) => resource as unknown as Thing

export const thingKind: Kind = {
  find: findThings,
  paths: (resource) => thingPaths(asThing(resource)),
  places,
  // A template's thing always has a type.
  authorize: (ctx, { before }) => {
    if (before) requireRead(ctx, asThing(before))
  },
  locks: (step) => locksOfJudges([changeOf(step)]),
  faults: thingFaults,
  write: async (ctx, steps) => {
    await writeThings(ctx, steps.map(changeOf))
  },
}

function changeOf({ before, wanted }: Step) {
  return { before: before && asThing(before), wanted: asThing(wanted) }
}

function places({ before, wanted }: Step): string[] {
  const { siteId, fleetIds } = asThing(wanted)
  const now = before && asThing(before)
  const joined = fleetIds.filter((fleetId) => !now?.fleetIds.includes(fleetId))
  const moved = siteId === null || siteId === now?.siteId ? [] : [sitePath(siteId)]
  return [...moved, ...joined.map(fleetPath)]
}

function thingFaults({ before, wanted, fault }: Step, known: Known): Fault[] {
  const now = before && asThing(before)
  return referenceFaults(known, asThing(wanted), '', now).map(({ pointer, detail }) =>
    fault(pointer.split('/').slice(1), detail),
  )
}
