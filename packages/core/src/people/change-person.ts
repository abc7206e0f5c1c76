import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { organizationPath } from '../scopes/index.ts'
import { type AccountAct, recordAccountAct } from './acts.ts'
import type { Hand } from './hand.ts'
import type { Person } from './person.ts'

/**
 * Changes a person's account and records it in the security log (`acts.ts`). It is also in the audit log of every
 * organization that they belong to, since it affects who can act there.
 *
 * @param change what is not done yet
 */
export async function changePerson(
  core: Core,
  { person, hand, act }: { person: Person; hand: Hand; act: AccountAct },
  change: (db: Transaction) => Promise<unknown> = async () => {},
): Promise<void> {
  if (person.memberships.length === 0) {
    await core.db.$transaction(async (db) => {
      await change(db)
      await recordAccountAct(db, { person, hand, act })
    })
    return
  }
  await auditedTransaction(core.db, async (db) => {
    await change(db)
    await recordAccountAct(db, { person, hand, act })
    for (const membership of person.memberships) {
      const { now, address, requestId } = hand
      const scene = { actor: hand.actorIn(membership), now, address, requestId, db }
      const after = { userId: person.id, email: person.email }
      await recordChange(scene, { operation: act, resource: organizationPath, after })
    }
  })
}
