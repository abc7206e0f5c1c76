import { auditOperations } from './audit.ts'
import { callOperations } from './calls.ts'
import { deliveryOperations } from './deliveries.ts'
import { fleetOperations } from './fleets.ts'
import { integrationOperations } from './integrations.ts'
import { keyCheckOperations } from './key-checks.ts'
import { keySuggestionOperations } from './key-suggestions.ts'
import { keyUsageOperations } from './key-usage.ts'
import { keyOperations } from './keys.ts'
import { leakedKeyOperations } from './leaked-keys.ts'
import { limitRequestOperations } from './limit-requests.ts'
import { limitOperations } from './limits.ts'
import { mappingOperations } from './mappings.ts'
import { metricDefinitionOperations } from './metric-definitions.ts'
import type { CallOf, InputOf, OpenAccess, Operation, OutputOf } from './operation.ts'
import { organizationUsageOperations } from './organization-usage.ts'
import { organizationOperations } from './organizations.ts'
import { siteOperations } from './sites.ts'
import { storageOperations } from './storage.ts'
import { ingestOperations } from './telemetry.ts'
import { placeQueryOperations } from './telemetry-places.ts'
import { queryOperations } from './telemetry-queries.ts'
import { selectionQueryOperations } from './telemetry-selections.ts'
import { thingsIngestOperations } from './telemetry-things.ts'
import { templateOperations } from './templates.ts'
import { thingBatchOperations } from './thing-batches.ts'
import { thingChangeOperations } from './thing-changes.ts'
import { thingTypeOperations } from './thing-types.ts'
import { thingOperations } from './things.ts'

/** The public contract: every operation of `/v2`, by name. */
export const operations = {
  ...keyOperations,
  ...keyCheckOperations,
  ...keyUsageOperations,
  ...callOperations,
  ...keySuggestionOperations,
  ...leakedKeyOperations,
  ...organizationOperations,
  ...organizationUsageOperations,
  ...storageOperations,
  ...limitOperations,
  ...limitRequestOperations,
  ...auditOperations,
  ...thingOperations,
  ...thingBatchOperations,
  ...thingChangeOperations,
  ...siteOperations,
  ...fleetOperations,
  ...thingTypeOperations,
  ...metricDefinitionOperations,
  ...mappingOperations,
  ...integrationOperations,
  ...deliveryOperations,
  ...templateOperations,
  ...ingestOperations,
  ...thingsIngestOperations,
  ...queryOperations,
  ...placeQueryOperations,
  ...selectionQueryOperations,
} as const satisfies Record<string, Operation>

/** The type of {@link operations}: every row with its own schemas. */
export type Operations = typeof operations

/** The name of an operation: group and verb, for example `things.create`. */
export type OperationName = keyof Operations
/** Names of the rows that anyone may call, without a key. */
export type OpenName = {
  [Name in OperationName]: Operations[Name]['access'] extends OpenAccess ? Name : never
}[OperationName]
/** Names of the rows that act for a caller in an organization. */
export type ActorName = Exclude<OperationName, OpenName>

/** What the handler of an operation receives: params, query and body, parsed. */
export type Input<Name extends OperationName> = InputOf<Operations[Name]>

/** What a caller of an operation sends: params, query and body, before parsing. */
export type Call<Name extends OperationName> = CallOf<Operations[Name]>

/** The body of an operation's successful answer. */
export type Output<Name extends OperationName> = OutputOf<Operations[Name]>

/** The names of all operations. */
export const operationNames = Object.keys(operations) as OperationName[]

/** The names of the rows that anyone may call. */
export const openNames = operationNames.filter(isOpen)

/** The names of all other rows. */
export const actorNames = operationNames.filter((name) => !isOpen(name)) as ActorName[]

function isOpen(name: OperationName): name is OpenName {
  return operations[name].access.target === 'open'
}
