export type { AuditEntry } from './audit.ts'
export { type AuditedOperation, auditedOperations, sparedByQuota } from './audited.ts'
export { callLimits } from './call-limits.ts'
export { type CallCounts, callCountLimits, type KeyCall } from './calls.ts'
export { type Delivery, type DeliveryDetail, redeliveryLimits } from './deliveries.ts'
export { type EventBodies, eventBodies, eventSummaries, type SentEventType } from './events.ts'
export { type Alternative, parseExpression } from './expressions.ts'
export { type Fleet, fleetDraft } from './fleets.ts'
export {
  type EventType,
  formsOfEvent,
  type Integration,
  integrationBounds,
  type Threshold,
  testEventType,
} from './integration-fields.ts'
export { type IntegrationTries, integrationDraft } from './integrations.ts'
export { type JsonContract, type JsonSchema, jsonContract } from './json-schemas.ts'
export { type CheckStep, checkSteps, type KeyCheck, stepResults } from './key-checks.ts'
export {
  keyIdWithSecret,
  maskKeySecrets,
  searchTextOf,
  withoutKeySecrets,
} from './key-strings.ts'
export type { KeyReplay, KeySuggestions } from './key-suggestions.ts'
export type { CallOutcome, KeyUsage, KeyUsageOverview } from './key-usage.ts'
export { type Key, keyDraft, keyLimits, keyScopeFaults } from './keys.ts'
export { leakReportLimits } from './leaked-keys.ts'
export {
  type LimitRequest,
  limitRequestBounds,
  limitRequestDraft,
} from './limit-requests.ts'
export { type LimitSource, type LimitUsage, limitBounds, type TierLimit } from './limits.ts'
export {
  type Mapping,
  type MappingProtocol,
  type MappingRules,
  type Matcher,
  mappingDraft,
  mappingFaults,
  mappingLimits,
} from './mapping-fields.ts'
export type { MappingTrial } from './mappings.ts'
export {
  type MetricDefinition,
  metricDefinitionDraft,
  traitFaults,
  type ValueType,
} from './metric-definitions.ts'
export {
  type Access,
  type Action,
  ARROW,
  type BodyType,
  carriesEtag,
  DEFAULT_BODY_LIMIT,
  type Deprecation,
  type KeyAccess,
  type KeyType,
  type MediaType,
  type Operation,
  PROTOBUF,
  type ResourceKind,
  takesIdempotencyKey,
  takesIfMatch,
} from './operation.ts'
export {
  type ActorName,
  actorNames,
  type Call,
  type Input,
  type OpenName,
  type OperationName,
  type Operations,
  type Output,
  openNames,
  operationNames,
  operations,
} from './operations.ts'
export type { OrganizationUsage } from './organization-usage.ts'
export { leakResponses, type Organization, type OrganizationSettings } from './organizations.ts'
export {
  idFault,
  idForm,
  isName,
  type KeySort,
  type ListSort,
  labelLimit,
  nameFault,
  type ThingSort,
  timestamp,
} from './primitives.ts'
export { type Fault, type ProblemCode, problemSchema, problems } from './problems.ts'
export { queryLimits } from './query-limits.ts'
export { answersWritten, receiptFields, type WriteReceipt, wholeDescription } from './receipts.ts'
export { findingsOf } from './schema-findings.ts'
export { innermost, shapeOf } from './schema-shape.ts'
export { resourceFilterFault, type Scope, type ScopeAction } from './scopes.ts'
export { isSecurityContact, securityText } from './security-text.ts'
export { type Site, siteDraft } from './sites.ts'
export { sizeText } from './sizes.ts'
export {
  SAMPLE_BYTES,
  type StorageKind,
  type StorageQuota,
  storageBounds,
  storageDefaults,
  storageKinds,
} from './storage.ts'
export { type Tag, tagDescriptions } from './tags.ts'
export { type Ingested, ingestLimits, type SampleValue } from './telemetry.ts'
export type { PlaceRecent, PlaceSeries, PlaceSummary } from './telemetry-places.ts'
export {
  type Aggregate,
  type Downsampling,
  downsamplings,
  type Fill,
  fills,
  type Recent,
  type Series,
  type Summary,
} from './telemetry-queries.ts'
export { type IngestedThings, thingRefusals } from './telemetry-things.ts'
export {
  type ApplicationSort,
  applicationSorts,
  type PlanAction,
  type PlannedResource,
  type TemplateApplication,
  type TemplateApply,
  type TemplateChange,
  type TemplateDrift,
} from './template-applications.ts'
export type { TemplateParameter } from './template-parameters.ts'
export type { TemplateKind, TemplateResource } from './template-resources.ts'
export { type Template, templateDraft, templateLimits } from './templates.ts'
export { type ThingChange, type ThingChanges, thingChangeOutcomes } from './thing-changes.ts'
export { type ThingType, thingTypeDraft } from './thing-types.ts'
export {
  freshnessGraceSeconds,
  type SeenThing,
  type Thing,
  type ThingCounts,
  type ThingFreshness,
  thingDraft,
  thingLimits,
} from './things.ts'
export {
  type BudgetTier,
  budgetTiers,
  type Limit,
  openLimit,
  reserveLimit,
  type Tier,
  tiers,
  usualBurst,
} from './tiers.ts'
export {
  actorTypes,
  aggregates,
  builtInPrefix,
  callOutcomes,
  deliveryStatuses,
  eventTypes,
  ingestPath,
  keyHealthLimits,
  keyHealths,
  keySorts,
  keyStatuses,
  keyTypes,
  listSorts,
  mappingProtocols,
  mappingTrialLimits,
  pathForms,
  plainExpressions,
  planActions,
  quotaPercents,
  scopeActions,
  templateKinds,
  thingChangeLimit,
  thingFreshnesses,
  thingSorts,
  thingStatuses,
  usageLimits,
  valueTypes,
} from './words.ts'
