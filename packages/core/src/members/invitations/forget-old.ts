import type { Core } from '../../context.ts'

/** Days that an invitation is kept after it was accepted, withdrawn, replaced, or has expired. */
const KEPT_DAYS = 90

/** Deletes old invitations that have ended. The audit log keeps their outcome. */
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
