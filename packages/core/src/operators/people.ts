import { notFound, Problem } from '@sluice/runtime'
import type { Core } from '../context.ts'
import { ensureAccount, type NewAccount } from '../organizations/index.ts'
import { recordOperatorAct } from './acts.ts'

export interface OperatorRecord {
  readonly email: string
  readonly name: string
  /** UTC */
  readonly addedAt: string
}

/**
 * Makes a person an operator: from their next call on they see every organization and decide about limits.
 * A person without an account gets one; an existing account keeps its name and password.
 *
 * @returns whether this call made the account, so that the password is the one given
 *
 * @throws Problem `conflict` for somebody who is an operator already
 */
export function addOperator(core: Core, person: NewAccount): Promise<{ accountCreated: boolean }> {
  return core.db.$transaction(async (db) => {
    const { userId, email, created } = await ensureAccount(db, person)
    const known = await db.operator.findUnique({ where: { userId } })
    if (known) throw new Problem('conflict', { detail: `${email} is already an operator.` })
    const at = core.clock()
    await db.operator.create({ data: { userId, addedAt: at } })
    await recordOperatorAct(db, { kind: 'added', userId, email, at })
    return { accountCreated: created }
  })
}

/**
 * Takes a person off the operators, from their next call on. Throws `not-found` for somebody who is none.
 */
export function removeOperator(core: Core, given: string): Promise<void> {
  return core.db.$transaction(async (db) => {
    const email = given.toLowerCase()
    const row = await db.operator.findFirst({ where: { user: { email } } })
    // Of two calls at once the second finds nobody to remove.
    const removed = row && (await db.operator.deleteMany({ where: { userId: row.userId } })).count
    if (!removed) throw notFound('operator', given)
    await recordOperatorAct(db, { kind: 'removed', userId: row.userId, email, at: core.clock() })
  })
}

/** The operators, by address. */
export async function listOperators(core: Core): Promise<OperatorRecord[]> {
  const rows = await core.db.operator.findMany({
    include: { user: { select: { email: true, name: true } } },
    orderBy: { user: { email: 'asc' } },
  })
  return rows.map(({ user, addedAt }) => ({ ...user, addedAt: addedAt.toISOString() }))
}
