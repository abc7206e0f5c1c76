import { isRole, type Role, roles, rolesManagedBy } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound, Problem } from '../problem.ts'
import { manages } from './standing.ts'

/** A member, and what the one who asks may do about them. */
export interface MemberRecord {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: Role
  /** UTC */
  readonly joinedAt: string
  readonly isYou: boolean
  /** An organization keeps one owner, who can neither be changed nor removed nor leave. */
  readonly isLastOwner: boolean
  /** The other roles that the one who asks may give them. */
  readonly mayBecome: readonly Role[]
  /** Whether the one who asks may remove them, or leave. */
  readonly mayRemove: boolean
}

/** A membership as the store keeps it. */
export interface Member {
  readonly userId: string
  readonly role: Role
  readonly createdAt: Date
  readonly user: { readonly name: string; readonly email: string }
}

interface Asking {
  readonly userId: string
  readonly standing: Role
  readonly owners: number
}

export function presentMember(member: Member, { userId, standing, owners }: Asking): MemberRecord {
  const { role, user, createdAt } = member
  const isYou = member.userId === userId
  const isLastOwner = role === 'owner' && owners === 1
  const free = !isLastOwner
  const managed = free && manages(standing, role)
  return {
    ...{ userId: member.userId, name: user.name, email: user.email, role },
    ...{ joinedAt: createdAt.toISOString(), isYou, isLastOwner },
    mayBecome: managed ? rolesManagedBy[standing].filter((other) => other !== role) : [],
    mayRemove: managed || (free && isYou),
  }
}

/** Every member of the actor's organization, by name. */
export async function findMembers({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<Member[]> {
  const rows = await db.membership.findMany({
    where: { organizationId: actor.organization.id, role: { in: [...roles] } },
    include: { user: { select: { name: true, email: true } } },
    orderBy: [{ user: { name: 'asc' } }, { user: { email: 'asc' } }],
  })
  return rows.flatMap((row) => (isRole(row.role) ? [{ ...row, role: row.role }] : []))
}

/** A member of the actor's organization. Throws `not-found`. */
export async function findMember(
  ctx: Pick<Context, 'db' | 'actor'>,
  userId: string,
): Promise<Member> {
  const of = { organizationId: ctx.actor.organization.id, userId }
  const row = await ctx.db.membership.findUnique({
    where: { organizationId_userId: of },
    include: { user: { select: { name: true, email: true } } },
  })
  if (!row || !isRole(row.role)) throw notFound('member', userId)
  return { ...row, role: row.role }
}

/** Throws `conflict` when a member is the only owner. */
export async function requireAnotherOwner(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  member: Member,
): Promise<void> {
  if (member.role !== 'owner') return
  const where = { organizationId: actor.organization.id, role: 'owner' }
  if ((await db.membership.count({ where })) > 1) return
  throw new Problem('conflict', {
    detail: `${member.user.email} is the only owner. Make somebody else an owner first.`,
  })
}

/** What the audit log keeps of a member. */
export function recordOf({ userId, user, role }: Member) {
  return { userId, email: user.email, role }
}
