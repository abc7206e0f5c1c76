import { pathForms, type ResourceKind, type Scope } from '@sluice/contract'

/** By kind, the filters without which no record of it can be read. */
const formOf: Record<ResourceKind, RegExp> = {
  thing: /THING/,
  site: /^PLACE\/Site\/#$/,
  fleet: /^PLACE\/Fleet\/#$/,
  thingType: /ThingType/,
  metricDefinition: /Metric/,
  mapping: /Mapping/,
  template: /Template/,
  integration: /INTEGRATION/,
  key: /KEY/,
  organization: /ORGANIZATION/,
}

export const kinds = Object.keys(formOf) as ResourceKind[]

/** Scopes that read everything but one kind of records. */
export function allButReading(kind: ResourceKind): Scope[] {
  const others = pathForms.filter((form) => !formOf[kind].test(form))
  return others.map((form) => ({ action: 'read', resourceFilter: form }))
}
