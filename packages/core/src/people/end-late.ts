import type { Core } from '../context.ts'

/** What was created by a sign-in whose credential has ended meanwhile. */
export interface LateAccess {
  readonly userId: string
  /** The session's token. */
  readonly session: string | undefined
  readonly passkeyId: string | undefined
}

/**
 * Removes what was created too late: a session, anything that leads to one, and a second factor that was only half set
 * up.
 *
 * @returns whether the person has a second factor, which stays
 */
export function endLateAccess(
  core: Core,
  { userId, session, passkeyId }: LateAccess,
): Promise<{ hasSecondFactor: boolean }> {
  return core.db.$transaction(async (db) => {
    await db.$queryRaw`SELECT 1 FROM "users" WHERE "id" = ${userId} FOR NO KEY UPDATE`
    await db.verification.deleteMany({ where: { value: userId } })
    if (session !== undefined) await db.session.deleteMany({ where: { userId, token: session } })
    if (passkeyId !== undefined) await db.passkey.deleteMany({ where: { userId, id: passkeyId } })
    const twoFactorEnabled = (await db.twoFactor.count({ where: { userId, verified: true } })) > 0
    await db.user.update({ where: { id: userId }, data: { twoFactorEnabled } })
    return { hasSecondFactor: twoFactorEnabled }
  })
}
