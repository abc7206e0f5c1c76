import { type Fault, type Operation, type OperationName, operations } from '@sluice/contract'
import * as definitions from '../definitions/index.ts'
import * as keys from '../keys/index.ts'
import * as limits from '../limits/index.ts'

/** Faults that a row's schema cannot detect, reported together with those that it can. */
export const inspections: { [Name in OperationName]?: (body: unknown, now: Date) => Fault[] } = {
  'keys.create': keys.inspectKey,
  'keys.update': keys.inspectKey,
  'keys.replay': keys.inspectKey,
  'keys.check': inspectQuestion,
  'limitRequests.create': limits.inspectLimitRequest,
  'metricDefinitions.create': definitions.inspectMetricDefinition,
  'metricDefinitions.update': definitions.inspectMetricDefinition,
  'thingTypes.create': definitions.inspectThingType,
}

/** Faults of a dry run's question that its schema cannot detect: an operation that does not exist, or that needs no key. */
function inspectQuestion(body: unknown): Fault[] {
  const name = (body as { operation?: unknown } | null)?.operation
  if (typeof name !== 'string') return []
  const pointer = '/body/operation'
  if (!Object.hasOwn(operations, name)) {
    return [{ pointer, detail: 'is not an operation; /v2/openapi.json lists the operationIds' }]
  }
  const row: Operation = operations[name as OperationName]
  return row.access.target === 'open'
    ? [{ pointer, detail: 'is open to anyone and needs no key' }]
    : []
}
