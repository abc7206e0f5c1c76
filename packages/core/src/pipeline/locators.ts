import type { ResourceKind } from '@sluice/contract'
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

/** The resource paths by which scopes reach a resource, or undefined where it does not exist. */
export const locators: Record<ResourceKind, Locator> = {
  thing: things.locateThing,
  site: (_ctx, id) => [sitePath(id)],
  fleet: (_ctx, id) => [fleetPath(id)],
  thingType: (_ctx, id) => [thingTypePath(id)],
  metricDefinition: (_ctx, id) => [metricDefinitionPath(id)],
  mapping: (_ctx, id) => [mappingPath(id)],
  template: (_ctx, id) => [templatePath(id)],
  integration: (_ctx, id) => [integrationPath(id)],
  key: (_ctx, id) => [keyPath(id)],
  organization: () => [organizationPath],
}

/** Whether the actor may read any thing in a place. */
export const insideReaders: {
  [Kind in ResourceKind]?: (ctx: Context, id: string) => Promise<boolean>
} = {
  site: (ctx, siteId) => telemetry.readsAnyIn(ctx, { siteId }),
  fleet: (ctx, fleetId) => telemetry.readsAnyIn(ctx, { fleetId }),
}
