import { notFound } from '@sluice/runtime'
import { pageById, textCondition } from '../lists/index.ts'
import type { Operator } from '../operator.ts'
import { type Calls, callsOf } from './usage.ts'

/** A tenant as an operator sees it: its size and health, but none of its data. */
export interface TenantRecord extends Calls {
  readonly id: string
  readonly name: string
  /** UTC */
  readonly createdAt: string
  readonly members: number
  readonly keys: number
  readonly things: number
  /** Unanswered requests for higher limits. */
  readonly openRequests: number
}

export interface TenantQuery {
  readonly text?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

const counts = {
  memberships: true,
  keys: { where: { revokedAt: null } },
  things: true,
  limitRequests: { where: { decidedAt: null } },
} as const

const columns = {
  ...{ id: true, number: true, name: true, createdAt: true },
  _count: { select: counts },
} as const

/** A page of tenants, by id. `text` is part of an id or a name. */
export async function listTenants(
  operator: Operator,
  query: TenantQuery,
): Promise<{ items: TenantRecord[]; nextCursor: string | null }> {
  const { items, nextCursor } = await pageById(
    query,
    ({ after, take }) =>
      operator.core.db.organization.findMany({
        where: { AND: [after, textCondition(query.text)] },
        orderBy: { id: 'asc' },
        take,
        select: columns,
      }),
    (row) => row,
    { kind: 'organizations' },
  )
  const calls = await callsOf(
    operator,
    items.map(({ number }) => number),
  )
  return { items: items.map((row) => record(row, calls.get(row.number))), nextCursor }
}

/** One tenant. Throws `not-found`. */
export async function getTenant(operator: Operator, id: string): Promise<TenantRecord> {
  const row = await operator.core.db.organization.findUnique({ where: { id }, select: columns })
  if (!row) throw notFound('organization', id)
  return record(row, (await callsOf(operator, [row.number])).get(row.number))
}

type Row = Pick<TenantRecord, 'id' | 'name'> & {
  createdAt: Date
  _count: Record<keyof typeof counts, number>
}

function record({ id, name, createdAt, _count }: Row, calls: Calls | undefined): TenantRecord {
  return {
    ...{ id, name, createdAt: createdAt.toISOString() },
    members: _count.memberships,
    keys: _count.keys,
    things: _count.things,
    openRequests: _count.limitRequests,
    ...(calls ?? { calls: 0, limited: 0 }),
  }
}
