import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import type { Hand } from './hand.ts'
import type { Person } from './person.ts'

/** What happened to an account, by the names of the audit log. */
export type AccountAct =
  | 'members.setPassword'
  | 'members.changePassword'
  | 'members.enableSecondFactor'
  | 'members.disableSecondFactor'
  | 'members.resetSecondFactor'
  | 'members.renewBackupCodes'
  | 'members.addPasskey'
  | 'members.deletePasskey'
  | 'members.claimAccount'

/** What was done to the account of a person who belonged to no organization then. */
export interface RecordedAct {
  readonly act: string
  /** Themselves, or whoever has the machine. */
  readonly by: Hand['by']
  readonly userId: string
  /** As it was then. */
  readonly email: string
  /** UTC */
  readonly at: string
  /** Where the person was; null for the command line. */
  readonly address: string | null
}

/** Notes an act in the transaction that does it. The audit logs are of organizations, and this is about none. */
export async function recordAccountAct(
  db: Transaction,
  { person, hand, act }: { person: Person; hand: Hand; act: AccountAct },
): Promise<void> {
  const { now: at, by, address } = hand
  const data = { at, act, by, userId: person.id, email: person.email, address }
  await db.accountAct.create({ data })
}

/** What was done to the accounts of people of no organization, newest first. It can only be added to. */
export async function listAccountActs({ db }: Pick<Core, 'db'>): Promise<RecordedAct[]> {
  const rows = await db.accountAct.findMany({ orderBy: { id: 'desc' } })
  return rows.map(({ id: _, at, ...row }) => ({ ...row, at: at.toISOString() }))
}
