import type { TemplateKind } from '@sluice/contract'
import { metricDefinitionKind, thingTypeKind } from './definitions.ts'
import type { Kind } from './kind.ts'
import { mappingKind } from './mappings.ts'
import { fleetKind, siteKind } from './places.ts'
import { thingKind } from './things.ts'

export const kinds: Record<TemplateKind, Kind> = {
  metricDefinition: metricDefinitionKind,
  thingType: thingTypeKind,
  site: siteKind,
  fleet: fleetKind,
  thing: thingKind,
  mapping: mappingKind,
}
