import { auditedTransaction } from '../../audit/index.ts'
import type { Core } from '../../context.ts'
import type { Transaction } from '../../database/client.ts'
import { asProblem } from '../../database/store-errors.ts'
import { type PersonRequest, putOperator, recordAccountAct } from '../../people/index.ts'
import type { FoundInvitation } from './find.ts'
import { type Joining, joiningPerson } from './joining-person.ts'
import { takeOpen } from './take-open.ts'

/** Accepts an invitation to operate the service: an operator from the next call on. Throws as `acceptInvitation` does. */
export async function acceptAsOperator(
  core: Core,
  found: FoundInvitation,
  by: Joining,
  request: PersonRequest,
): Promise<void> {
  const { email } = found
  const memberships = await core.db.membership.count({ where: { user: { email } } })
  const work = async (db: Transaction) => {
    const at = await takeOpen(core, db, found)
    const { id: userId } = await joiningPerson(db, found, by, { core, request })
    await putOperator(db, { userId, email, at })
    const { address, device = null } = request
    const hand = { by: 'own' as const, now: at, address, device }
    await recordAccountAct(db, { person: { id: userId, email }, hand, act: 'members.join' })
  }
  try {
    // Claiming an account is audited in the organizations that it belongs to; otherwise this concerns none.
    const isClaim = !('userId' in by) && memberships > 0
    await (isClaim ? auditedTransaction(core.db, work) : core.db.$transaction(work))
  } catch (error) {
    throw asProblem(error)
  }
}
