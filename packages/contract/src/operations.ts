import { keyOperations } from './keys.ts'
import { metricDefinitionOperations } from './metric-definitions.ts'
import type { CallOf, InputOf, Operation, OutputOf } from './operation.ts'
import { siteOperations } from './sites.ts'
import { telemetryOperations } from './telemetry.ts'
import { thingTypeOperations } from './thing-types.ts'
import { thingOperations } from './things.ts'

/** The public contract: every operation of `/v2`, by name. */
export const operations = {
  ...keyOperations,
  ...thingOperations,
  ...siteOperations,
  ...thingTypeOperations,
  ...metricDefinitionOperations,
  ...telemetryOperations,
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationName = keyof Operations
export type Input<Name extends OperationName> = InputOf<Operations[Name]>
export type Call<Name extends OperationName> = CallOf<Operations[Name]>
export type Output<Name extends OperationName> = OutputOf<Operations[Name]>

export const operationNames = Object.keys(operations) as OperationName[]
