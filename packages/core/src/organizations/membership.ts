import { isRole, type Role, scopesOfRole, type UserActor } from '../actor.ts'
import type { Core } from '../context.ts'
import { actingColumns, actingOrganization } from '../limits/index.ts'

export interface MembershipOf {
  readonly organizationId: string
  readonly name: string
  readonly role: Role
}

/** The organizations that a console user belongs to, by name. */
export async function membershipsOf(
  core: Pick<Core, 'db'>,
  userId: string,
): Promise<MembershipOf[]> {
  const rows = await core.db.membership.findMany({
    where: { userId },
    include: { organization: { select: { name: true } } },
    orderBy: { organization: { name: 'asc' } },
  })
  return rows.flatMap(({ organizationId, organization, role }) =>
    isRole(role) ? [{ organizationId, name: organization.name, role }] : [],
  )
}

/** A user as an actor in an organization; undefined if they are no member. */
export async function actorOfMember(
  core: Pick<Core, 'db'>,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<UserActor | undefined> {
  const row = await core.db.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    include: {
      organization: { select: actingColumns },
      user: { select: { name: true } },
    },
  })
  if (!row || !isRole(row.role)) return undefined
  return {
    type: 'user',
    id: userId,
    name: row.user.name,
    role: row.role,
    organization: actingOrganization(row.organization),
    scopes: scopesOfRole[row.role],
  }
}
