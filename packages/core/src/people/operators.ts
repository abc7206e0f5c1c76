import { notFound, Problem } from '@sluice/runtime'
import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { recordOperatorAct } from './operator-acts.ts'

export interface OperatorRecord {
  readonly email: string
  readonly name: string
  /** UTC */
  readonly addedAt: string
}

/** Makes a person an operator: from their next call on, they see every organization and decide about limits. */
export async function putOperator(
  db: Transaction,
  { userId, email, at }: { userId: string; email: string; at: Date },
): Promise<void> {
  await requireNoOperator(db, email)
  await db.operator.create({ data: { userId, addedAt: at } })
  await recordOperatorAct(db, { kind: 'added', userId, email, at })
}

/** @throws Problem `conflict` if they are an operator */
export async function requireNoOperator(db: Transaction, email: string): Promise<void> {
  if ((await db.operator.count({ where: { user: { email } } })) === 0) return
  throw new Problem('conflict', { detail: `${email} is an operator already.` })
}

/**
 * Removes an operator, effective with their next call, or withdraws their open invitation.
 *
 * @throws Problem `not-found` if they are neither an operator nor invited
 */
export function removeOperator(core: Core, given: string): Promise<void> {
  return core.db.$transaction(async (db) => {
    const email = given.toLowerCase()
    const at = core.clock()
    const { count: withdrawn } = await db.invitation.updateMany({
      where: { organizationId: null, email, status: 'open' },
      data: { status: 'withdrawn', endedAt: at },
    })
    if (withdrawn > 0) await recordOperatorAct(db, { kind: 'withdrawn', userId: null, email, at })
    const row = await db.operator.findFirst({ where: { user: { email } } })
    // If two calls run concurrently, the second finds nothing to remove.
    const removed = row && (await db.operator.deleteMany({ where: { userId: row.userId } })).count
    if (removed) await recordOperatorAct(db, { kind: 'removed', userId: row.userId, email, at })
    if (!removed && withdrawn === 0) throw notFound('operator', given)
  })
}

/** The operators, by address, without those who are only invited. */
export async function listOperators(core: Pick<Core, 'db'>): Promise<OperatorRecord[]> {
  const rows = await core.db.operator.findMany({
    include: { user: { select: { email: true, name: true } } },
    orderBy: { user: { email: 'asc' } },
  })
  return rows.map(({ user, addedAt }) => ({ ...user, addedAt: addedAt.toISOString() }))
}

export interface InvitedOperator {
  readonly email: string
  /** UTC */
  readonly expiresAt: string
}

/** People with an open invitation to operate the service, by address. */
export async function listInvitedOperators({
  db,
  clock,
}: Pick<Core, 'db' | 'clock'>): Promise<InvitedOperator[]> {
  const rows = await db.invitation.findMany({
    where: { organizationId: null, status: 'open', expiresAt: { gt: clock() } },
    orderBy: { email: 'asc' },
  })
  return rows.map(({ email, expiresAt }) => ({ email, expiresAt: expiresAt.toISOString() }))
}
