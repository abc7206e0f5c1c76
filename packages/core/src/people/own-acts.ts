import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { endBegun, raiseAccess } from './access-epoch.ts'
import { type AccountAct, recordAccountEvent } from './acts.ts'
import { changePerson } from './change-person.ts'
import { ownHand, type PersonRequest } from './hand.ts'
import { personWithId } from './person.ts'

/** After these a browser that was trusted before is asked for the second step again, and a sign-in begins anew. */
const endsBegun: ReadonlySet<AccountAct> = new Set([
  'members.changePassword',
  'members.enableSecondFactor',
  'members.disableSecondFactor',
])

interface OwnAct {
  readonly userId: string
  readonly act: AccountAct
  /** The token of the session that took the acting one's place; undefined where none did. */
  readonly session: string | undefined
}

/**
 * Tells the audit logs what a person did to their account by way of Better Auth, which commits by itself: the
 * entries follow it in a transaction of their own.
 */
export async function recordOwnAct(
  core: Core,
  { userId, act, session: keep }: OwnAct,
  request: PersonRequest,
): Promise<void> {
  const person = await personWithId(core, userId)
  const hand = ownHand(core, person, request)
  await changePerson(core, { person, hand, act }, async (db) => {
    await (endsBegun.has(act) ? endBegun(db, userId) : raiseAccess(db, userId))
    if (act === 'members.enableSecondFactor') await endSessionsByPassword(db, userId, keep)
    if (act === 'members.changePassword') await endSessionsBegunSince(db, userId, keep)
  })
}

/** They were begun without the second step, which the person has from now on. */
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
 * Better Auth ends all sessions a moment before where the person chose so, and only then makes a new one. What began between,
 * by the old password, ends here.
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
