import type { Core } from '../../context.ts'

/** Days for which an invitation is kept after it was accepted, withdrawn or replaced, or could no longer be accepted. */
const KEPT_DAYS = 90

/** Deletes the invitations that ended long ago. What became of them stays in the audit log. */
export async function forgetOldInvitations({
  db,
  clock,
}: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_DAYS * 86_400_000)
  await db.invitation.deleteMany({
    where: {
      OR: [{ endedAt: { lt: before } }, { status: 'open', expiresAt: { lt: before } }],
    },
  })
}
