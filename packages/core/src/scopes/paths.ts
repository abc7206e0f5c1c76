import { pathForms, type ResourceKind } from '@sluice/contract'

/** The fields of a thing that decide its resource paths. */
export interface ThingPlace {
  readonly id: string
  readonly thingTypeId: string
  readonly siteId: string | null
  readonly fleetIds: readonly string[]
}

export function thingPath({ id, thingTypeId }: Pick<ThingPlace, 'id' | 'thingTypeId'>): string {
  return `THING/${thingTypeId}/${id}`
}

/** Every path of a thing and its data, its own first. */
export function thingPaths({ id, thingTypeId, siteId, fleetIds }: ThingPlace): string[] {
  const own = thingPath({ id, thingTypeId })
  const site = siteId === null ? [] : [`PLACE/Site/${siteId}/${own}`]
  return [own, ...site, ...fleetIds.map((fleetId) => `PLACE/Fleet/${fleetId}/${own}`)]
}

export const sitePath = (id: string) => `PLACE/Site/${id}`
export const fleetPath = (id: string) => `PLACE/Fleet/${id}`
export const thingTypePath = (id: string) => `DEFINITION/ThingType/${id}`
export const metricDefinitionPath = (id: string) => `DEFINITION/Metric/${id}`
export const mappingPath = (id: string) => `DEFINITION/Mapping/${id}`
export const templatePath = (id: string) => `DEFINITION/Template/${id}`
export const organizationPath = 'ORGANIZATION'
export const integrationPath = (id: string) => `INTEGRATION/${id}`
export const keyPath = (id: string) => `KEY/${id}`

/** The forms of paths of a resource kind, its own form first. */
export const formsOf = {
  thing: pathForms.filter((form) => form.includes('THING')),
  site: ['PLACE/Site/#'],
  fleet: ['PLACE/Fleet/#'],
  thingType: ['DEFINITION/ThingType/#'],
  metricDefinition: ['DEFINITION/Metric/#'],
  mapping: ['DEFINITION/Mapping/#'],
  template: ['DEFINITION/Template/#'],
  integration: ['INTEGRATION/#'],
  key: ['KEY/#'],
  organization: ['ORGANIZATION'],
} as const satisfies Record<ResourceKind, readonly (typeof pathForms)[number][]>
