import type { ListSort } from '@sluice/contract'
import { type Role, roles, rolesManagedBy } from '../actor.ts'
import type { Context } from '../context.ts'
import type { Prisma } from '../database/generated/client.ts'
import { type After, containing, type OrderBy, type Page, pageInOrder } from '../lists/index.ts'
import { asMember, type MemberRecord, presentMember, withPerson } from './member.ts'
import { standingOf } from './standing.ts'

/** By name, or by when they joined; descending with a minus. */
export const memberSorts = [
  'name',
  '-name',
  'createdAt',
  '-createdAt',
] as const satisfies ListSort[]

export interface MemberQuery {
  /** Part of a name or an address. */
  readonly text?: string | undefined
  readonly role?: Role | undefined
  readonly sort: (typeof memberSorts)[number]
  readonly limit: number
  readonly cursor?: string | undefined
}

/** A page of the members of the actor's organization. Visible to every member. */
export async function listMembers(ctx: Context, query: MemberQuery): Promise<Page<MemberRecord>> {
  const { db, actor } = ctx
  const organizationId = actor.organization.id
  const standing = await standingOf(ctx)
  const owners = await db.membership.count({ where: { organizationId, role: 'owner' } })
  return pageInOrder(
    query,
    async ({ after, orderBy, take }) => {
      const rows = await db.membership.findMany({
        where: { AND: [{ organizationId }, conditionOf(query), afterMember(after)] },
        orderBy: orderBy.map(orderOfMembers),
        take,
        include: withPerson,
      })
      return rows.map((row) => ({ ...asMember(row), id: row.userId, name: row.user.name }))
    },
    (member) => presentMember(member, { userId: actor.id, standing, owners }),
    { kind: 'members' },
  )
}

/** The roles to which the caller may invite; empty if to none. */
export async function rolesToInvite(ctx: Context): Promise<readonly Role[]> {
  return rolesManagedBy[await standingOf(ctx)]
}

function conditionOf({ text, role }: MemberQuery): Prisma.MembershipWhereInput {
  const ofRole = { role: role ?? { in: [...roles] } }
  if (text === undefined) return ofRole
  const contains = containing(text)
  return { ...ofRole, user: { OR: [{ name: contains }, { email: contains }] } }
}

/** A member's id and name are those of the user. */
function afterMember({ id, name, createdAt, OR }: After): Prisma.MembershipWhereInput {
  return {
    ...(id && { userId: id }),
    ...(name && { user: { name } }),
    ...(createdAt && { createdAt }),
    ...(OR && { OR: OR.map(afterMember) }),
  }
}

function orderOfMembers({
  id,
  name,
  createdAt,
}: OrderBy): Prisma.MembershipOrderByWithRelationInput {
  return {
    ...(id && { userId: id }),
    ...(name && { user: { name } }),
    ...(createdAt && { createdAt }),
  }
}
