import { type FairQueue, fairQueue } from '@sluice/runtime/fair-queue'
import { exception } from './exception.ts'
import type { QueryRequest } from './request.ts'
import type { Statement } from './statement.ts'

/** Whose turn a statement takes, among those of its kind. */
export type Turn = { kind: 'rows' | 'other'; owner: string }

/**
 * Rows to insert take turns by table and never wait for a query. Everything else, INSERT ... SELECT too, takes turns by
 * organization: the bound parameter of that name.
 */
export function turnOf(statement: Statement, parameters: QueryRequest['parameters']): Turn {
  if (statement.kind === 'load') return { kind: 'rows', owner: statement.target }
  const [, owner = ''] = parameters.find(([name]) => name === 'param_organization') ?? []
  return { kind: 'other', owner }
}

/** Concurrent inserts of rows: the services have up to seven at once, one or two into each table. */
export const ROWS_AT_ONCE = 8

/** Longer than the services wait for an answer. */
const patience = 60_000

/** The turns of an engine that runs so many statements at once, besides inserts of rows. */
export function openTurns(statements: number): Record<Turn['kind'], FairQueue> {
  const line = (slots: number) => fairQueue({ slots, longest: 1_000, patience, refusal: crowded })
  return { rows: line(ROWS_AT_ONCE), other: line(statements) }
}

function crowded() {
  return exception('TOO_MANY_SIMULTANEOUS_QUERIES', 'Too many statements wait for their turn.')
}
