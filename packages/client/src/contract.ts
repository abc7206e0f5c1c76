/**
 * What the client knows of the contract; no other file of it imports that. In the published package this
 * file is replaced by one that `build/` writes: the same types spelled out and the same table as a literal,
 * so that the package depends on nothing.
 */
import {
  type Call,
  type Fault,
  type Operation,
  type OperationName,
  type Output,
  operationNames,
  operations,
  type ProblemCode,
  takesIdempotencyKey,
} from '@sluice/contract'
import type { Route } from './route.ts'

/** What each operation is called with and what it answers, by its name. */
export type Operations = {
  [Name in OperationName]: { readonly call: Call<Name>; readonly output: Output<Name> }
}

/**
 * What the client knows of each operation: method, path, media types, and whether it may be
 * repeated.
 */
export const routes = Object.fromEntries(
  operationNames.map((name) => [name, routeOf(operations[name])]),
) as Record<OperationName, Route>

/** What the client has to know of a row to call it. */
function routeOf(row: Operation): Route {
  const { method, path, response, bodyType = 'application/json' } = row
  const { shape = {} } = response as { shape?: object }
  const paged = 'items' in shape && 'nextCursor' in shape
  const csv = row.mediaTypes?.includes('text/csv') === true
  return { method, path, bodyType, paged, csv, repeat: repeatOf(row) }
}

function repeatOf(row: Operation): Route['repeat'] {
  if (takesIdempotencyKey(row)) return 'keyed'
  return row.access.target === 'open' ? 'unsafe' : 'harmless'
}

export type { Fault, OperationName, ProblemCode }
