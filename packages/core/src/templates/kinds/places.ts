import type { Fleet, Site } from '@sluice/contract'
import { createFleet, findFleets, replaceFleet } from '../../fleets/index.ts'
import { fleetPath, sitePath } from '../../scopes/index.ts'
import { createSite, findSites, replaceSite } from '../../sites/index.ts'
import { labelFaults } from './definitions.ts'
import type { Kind } from './kind.ts'
import { oneByOne } from './one-by-one.ts'

export const siteKind: Kind = {
  find: findSites,
  paths: ({ id }) => [sitePath(id)],
  faults: labelFaults,
  write: oneByOne<Site>((ctx, body) => createSite(ctx, { body }), replaceSite),
}

export const fleetKind: Kind = {
  find: findFleets,
  paths: ({ id }) => [fleetPath(id)],
  faults: labelFaults,
  write: oneByOne<Fleet>((ctx, body) => createFleet(ctx, { body }), replaceFleet),
}
