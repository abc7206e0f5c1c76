import { idForm, type ResourceKind } from '@sluice/contract'
import type { Context } from '../context.ts'
import {
  fleetPath,
  integrationPath,
  keyPath,
  mappingPath,
  metricDefinitionPath,
  organizationPath,
  sitePath,
  templatePath,
  thingTypePath,
} from '../scopes/index.ts'
import * as telemetry from '../telemetry/index.ts'
import * as things from '../things/index.ts'

type Paths = readonly string[] | undefined
type Locator = (ctx: Context, id: string) => Paths | Promise<Paths>

/** The locator of resources whose path contains only their id. A text that is no id has no path. */
function named(pathOf: (id: string) => string): Locator {
  return (_ctx, id) => (idForm.test(id) ? [pathOf(id)] : undefined)
}

/** The paths by which scopes reach a resource; undefined if it does not exist. */
export const locators: Record<ResourceKind, Locator> = {
  thing: things.locateThing,
  site: named(sitePath),
  fleet: named(fleetPath),
  thingType: named(thingTypePath),
  metricDefinition: named(metricDefinitionPath),
  mapping: named(mappingPath),
  template: named(templatePath),
  integration: named(integrationPath),
  key: named(keyPath),
  organization: () => [organizationPath],
}

/** Whether the actor may read any thing in a place. */
export const insideReaders: {
  [Kind in ResourceKind]?: (ctx: Context, id: string) => Promise<boolean>
} = {
  site: (ctx, siteId) => telemetry.readsAnyIn(ctx, { siteId }),
  fleet: (ctx, fleetId) => telemetry.readsAnyIn(ctx, { fleetId }),
}
