export { idCondition, thingCondition } from './conditions.ts'
export { scopesContain } from './contain.ts'
export { covers, filtersFor } from './match.ts'
export {
  formsOf,
  keyPath,
  metricDefinitionPath,
  sitePath,
  type ThingPlace,
  thingPaths,
  thingTypePath,
} from './paths.ts'
export { couldMatch, type Need, requireScope, requireSomeScope } from './require.ts'
