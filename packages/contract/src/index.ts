export { type Key, keyDraft, keyStatuses, keyTypes } from './keys.ts'
export { type MetricDefinition, type ValueType, valueTypes } from './metric-definitions.ts'
export {
  type Access,
  type Action,
  DEFAULT_BODY_LIMIT,
  type KeyType,
  type Operation,
  type ResourceKind,
} from './operation.ts'
export {
  type Call,
  type Input,
  type OperationName,
  type Operations,
  type Output,
  operationNames,
  operations,
} from './operations.ts'
export { labelLimit } from './primitives.ts'
export { type Fault, type ProblemCode, problemSchema, problems } from './problems.ts'
export {
  pathForms,
  resourceFilterFault,
  type Scope,
  type ScopeAction,
  scopeActions,
} from './scopes.ts'
export type { Site } from './sites.ts'
export {
  type Aggregate,
  aggregates,
  type Ingested,
  ingestLimits,
  queryLimits,
  type Recent,
  type SampleValue,
  type Series,
  type Summary,
} from './telemetry.ts'
export type { ThingType } from './thing-types.ts'
export { type Thing, thingStatuses } from './things.ts'
export { type Limit, type Tier, tiers } from './tiers.ts'
