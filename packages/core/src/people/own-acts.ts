import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { endBegun, raiseAccess } from './access-epoch.ts'
import { type AccountAct, recordAccountEvent } from './acts.ts'
import { changePerson } from './change-person.ts'
import { ownHand, type PersonRequest } from './hand.ts'
import { personWithId } from './person.ts'

/** After these, trusted browsers must do the second step again, and sign-ins in progress start over. */
const endsBegun: ReadonlySet<AccountAct> = new Set([
  'members.changePassword',
  'members.enableSecondFactor',
  'members.disableSecondFactor',
])

interface OwnAct {
  readonly userId: string
  readonly act: AccountAct
  /** The token of the session that replaced the current one; undefined if none did. */
  readonly session: string | undefined
}

/**
 * Records in audit logs what a person did to their account through Better Auth, which commits by itself. What the act
 * ends does so before, and does not wait for the logs of the person's organizations.
 */
export async function recordOwnAct(
  core: Core,
  { userId, act, session: keep }: OwnAct,
  request: PersonRequest,
): Promise<void> {
  const person = await personWithId(core, userId)
  const hand = ownHand(core, person, request)
  await core.db.$transaction(async (db) => {
    await (endsBegun.has(act) ? endBegun(db, userId) : raiseAccess(db, userId))
    if (act === 'members.enableSecondFactor') await endSessionsByPassword(db, userId, keep)
    if (act === 'members.changePassword') await endSessionsBegunSince(db, userId, keep)
  })
  await changePerson(core, { person, hand, act })
}

/** They were started without the second step, which the person has from now on. */
async function endSessionsByPassword(
  db: Transaction,
  userId: string,
  keep: string | undefined,
): Promise<void> {
  await db.session.deleteMany({
    where: {
      ...{ userId, companyOrganizationId: null },
      ...{ OR: [{ method: null }, { method: 'password' }] },
      ...(keep !== undefined && { token: { not: keep } }),
    },
  })
}

/**
 * If the person chose so, Better Auth first ends all sessions and only then creates a new one. This ends sessions that
 * were started in between with the old password.
 */
async function endSessionsBegunSince(
  db: Transaction,
  userId: string,
  keep: string | undefined,
): Promise<void> {
  if (keep !== undefined) await db.session.deleteMany({ where: { userId, token: { not: keep } } })
}

/** @param name 1 to 200 characters */
export async function renamePerson(
  core: Core,
  { userId, name }: { userId: string; name: string },
  request: PersonRequest,
): Promise<void> {
  const person = await core.db.user.update({ where: { id: userId }, data: { name } })
  await recordAccountEvent(core, person, { act: 'account.rename', ...request })
}
