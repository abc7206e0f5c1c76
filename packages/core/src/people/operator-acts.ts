import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'

/** An operator was invited, withdrawn, added or removed. */
export interface OperatorAct {
  readonly kind: 'invited' | 'withdrawn' | 'added' | 'removed'
  /** At that time. */
  readonly email: string
  /** UTC */
  readonly at: string
}

interface ToldAct extends Pick<OperatorAct, 'kind' | 'email'> {
  /** Null for somebody who was only invited. */
  readonly userId: string | null
  readonly at: Date
}

/** Records an act in its own transaction. It belongs to no organization, so no audit log can have it. */
export async function recordOperatorAct(db: Transaction, act: ToldAct): Promise<void> {
  await db.operatorAct.create({ data: act })
}

/** Changes of the operators, newest first. Append-only. */
export async function listOperatorActs({ db }: Pick<Core, 'db'>): Promise<OperatorAct[]> {
  const rows = await db.operatorAct.findMany({ orderBy: { id: 'desc' } })
  return rows.map(({ kind, email, at }) => ({ kind, email, at: at.toISOString() }))
}
