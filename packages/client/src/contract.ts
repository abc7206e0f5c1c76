/**
 * The part of the contract that the client uses; no other file of the client imports it. In the published package, this
 * file is replaced by one that `build/` generates: the same types spelled out and the same table as a literal, so that
 * the package has no dependencies.
 */
import {
  ARROW,
  type Call,
  type EventBodies,
  type Fault,
  type Operation,
  type OperationName,
  type Output,
  operationNames,
  operations,
  type ProblemCode,
  takesIdempotencyKey,
  type WriteReceipt,
} from '@sluice/contract'
import type { Route } from './route.ts'

/** The call and output types of each operation, by name. */
export type Operations = {
  [Name in OperationName]: { readonly call: Call<Name>; readonly output: Output<Name> }
}

/** The bodies of webhooks, by event type. */
export type WebhookEvents = EventBodies

/** What the client knows of each operation: method, path, media types, and whether it may be repeated. */
export const routes = Object.fromEntries(
  operationNames.map((name) => [name, routeOf(operations[name])]),
) as Record<OperationName, Route>

/** What the client needs of a row to call it. */
function routeOf(row: Operation): Route {
  const { method, path, bodyType = 'application/json', mediaTypes = [] } = row
  return {
    ...{ method, path, bodyType, paged: pagedOf(row), tier: row.ingests ? 'ingest' : row.tier },
    tables: [
      ...(mediaTypes.includes('text/csv') ? (['csv'] as const) : []),
      ...(mediaTypes.includes(ARROW) ? (['arrow'] as const) : []),
    ],
    hasReserve: row.hasReserve ?? false,
    repeat: repeatOf(row),
  }
}

function pagedOf({ response }: Operation): Route['paged'] {
  const { shape = {} } = response as { shape?: object }
  if (!('nextCursor' in shape)) return null
  return 'items' in shape ? 'items' : 'answer'
}

function repeatOf(row: Operation): Route['repeat'] {
  if (takesIdempotencyKey(row)) return 'keyed'
  return row.erases ? 'unsafe' : 'harmless'
}

export type { Fault, OperationName, ProblemCode, WriteReceipt }
