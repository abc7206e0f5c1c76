import {
  deletePasskey,
  endOtherSessions,
  endSession,
  listAccountActs,
  listPasskeys,
  listSessions,
  renamePasskey,
  renamePerson,
} from '@sluice/core'
import { z } from 'zod'
import { auth } from '../auth/auth.ts'
import { passkeyName } from '../auth/passkeys.ts'
import { openedCallerBudget } from '../callers/caller-budget.ts'
import { core } from '../core.ts'
import { notifyOfAct } from '../mail/notices.ts'
import { nameOfUpTo } from '../name-input.ts'
import type { SignedIn } from '../session/session.ts'
import { ownProcedure, recentOwnProcedure, router, signedInProcedure } from './init.ts'

const ACTIVITY_ROWS = 10

const passkey = z.strictObject({ passkeyId: z.string() })

/** The signed-in user's own account. Changes that need a password, a code or a passkey go to Better Auth. */
export const accountRouter = router({
  /** A company session sees the user's name and itself only. */
  get: signedInProcedure.query(async ({ ctx: { session } }) => {
    const { user, sessionId, hasSecondFactor, facts } = session
    if (facts.companyOrganizationId !== null) return ofCompany(session)
    const [sessions, passkeys, backupCodesLeft] = await Promise.all([
      listSessions(core(), user.id),
      listPasskeys(core(), user.id),
      hasSecondFactor ? countBackupCodes(user.id) : 0,
    ])
    return {
      ...{ user, hasSecondFactor, backupCodesLeft, passkeys, byCompany: null },
      sessions: sessions.map((row) => ({ ...row, isThis: row.id === sessionId })),
    }
  }),

  /** The account's entries in the security log, newest first. */
  activity: ownProcedure
    // Not strict: tRPC adds the direction to the input of an infinite query.
    .input(z.object({ cursor: z.string().optional() }))
    .query(({ ctx: { session }, input }) =>
      listAccountActs(core(), { userId: session.user.id, limit: ACTIVITY_ROWS, ...input }),
    ),

  rename: ownProcedure
    .input(z.strictObject({ name: nameOfUpTo(200) }))
    .mutation(({ ctx, input }) =>
      renamePerson(core(), { userId: ctx.session.user.id, name: input.name }, ctx.request),
    ),

  endSession: ownProcedure
    .input(z.strictObject({ sessionId: z.string() }))
    .mutation(async ({ ctx: { session, request }, input: { sessionId } }) => {
      const userId = session.user.id
      await endSession(core(), { userId, sessionId }, request)
      openedCallerBudget()?.forget(userId)
    }),

  endOtherSessions: ownProcedure.mutation(async ({ ctx: { session, request } }) => {
    const userId = session.user.id
    const ended = await endOtherSessions(core(), { userId, keep: session.sessionId }, request)
    openedCallerBudget()?.forget(userId)
    return ended
  }),

  renamePasskey: ownProcedure
    .input(passkey.extend({ name: passkeyName }))
    .mutation(({ ctx, input }) => renamePasskey(core(), { userId: ctx.session.user.id, ...input })),

  deletePasskey: recentOwnProcedure
    .input(passkey)
    .mutation(async ({ ctx: { session, request }, input: { passkeyId } }) => {
      const { id: userId, email } = session.user
      await deletePasskey(core(), { userId, passkeyId }, request)
      notifyOfAct(email, 'members.deletePasskey', request)
    }),
})

async function ofCompany({ user, sessionId, memberships }: SignedIn) {
  const sessions = await listSessions(core(), user.id)
  return {
    ...{ user, hasSecondFactor: false, backupCodesLeft: 0, passkeys: [] },
    byCompany: memberships[0]?.name ?? '',
    sessions: sessions
      .filter(({ id }) => id === sessionId)
      .map((row) => ({ ...row, isThis: true })),
  }
}

/** Counts the codes without returning them. Codes encrypted with another secret are unusable and not counted. */
async function countBackupCodes(userId: string): Promise<number> {
  const codes = await auth()
    .api.viewBackupCodes({ body: { userId } })
    .catch(() => undefined)
  return codes?.backupCodes.length ?? 0
}
