export { idCondition, readableCondition, thingCondition } from './conditions.ts'
export { actionsOf, filterContains, scopesContain } from './contain.ts'
export { formOf, generalNeed } from './general-need.ts'
export { covers, filterMatches, filtersFor, mayKnowOf } from './match.ts'
export { meetFilters } from './meet.ts'
export type { Need } from './need.ts'
export { NotedNeeds } from './noted-needs.ts'
export {
  fleetPath,
  formsOf,
  integrationPath,
  keyPath,
  mappingPath,
  metricDefinitionPath,
  organizationPath,
  sitePath,
  type ThingPlace,
  templatePath,
  thingPath,
  thingPaths,
  thingTypePath,
} from './paths.ts'
export { coversSome, requireReach, requireScope, requireSomeScope } from './require.ts'
