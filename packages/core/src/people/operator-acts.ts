import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'

/** That somebody was invited to be an operator, became one, or is none any longer. */
export interface OperatorAct {
  readonly kind: 'invited' | 'withdrawn' | 'added' | 'removed'
  /** As it was then. */
  readonly email: string
  /** UTC */
  readonly at: string
}

interface ToldAct extends Pick<OperatorAct, 'kind' | 'email'> {
  /** Null for who was only invited. */
  readonly userId: string | null
  readonly at: Date
}

/** Notes an act in the transaction that does it. The audit logs are of organizations, and this is about none. */
export async function recordOperatorAct(db: Transaction, act: ToldAct): Promise<void> {
  await db.operatorAct.create({ data: act })
}

/** What was done to the operators, newest first. It can only be added to. */
export async function listOperatorActs({ db }: Pick<Core, 'db'>): Promise<OperatorAct[]> {
  const rows = await db.operatorAct.findMany({ orderBy: { id: 'desc' } })
  return rows.map(({ kind, email, at }) => ({ kind, email, at: at.toISOString() }))
}
