import type { Core } from '../../context.ts'

/** How many open invitations of all organizations need each version of the pepper. */
export async function invitationsByPepper({
  db,
  clock,
}: Pick<Core, 'db' | 'clock'>): Promise<Map<number, number>> {
  const rows = await db.invitation.groupBy({
    by: ['pepperVersion'],
    where: { status: 'open', expiresAt: { gt: clock() } },
    _count: true,
  })
  return new Map(rows.map(({ pepperVersion, _count: invitations }) => [pepperVersion, invitations]))
}
