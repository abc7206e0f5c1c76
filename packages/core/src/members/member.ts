import { notFound, Problem } from '@sluice/runtime'
import { isRole, type Role, rolesManagedBy } from '../actor.ts'
import type { Context } from '../context.ts'
import { manages } from './standing.ts'

/** A member, and what the caller may do about them. */
export interface MemberRecord {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: Role
  /** UTC */
  readonly joinedAt: string
  readonly isYou: boolean
  /** An organization keeps at least one owner, who cannot be changed, be removed or leave. */
  readonly isLastOwner: boolean
  /** The other roles that the caller may give them. */
  readonly mayBecome: readonly Role[]
  /** Whether the caller may remove them, or leave. */
  readonly mayRemove: boolean
}

/** A membership as stored. */
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

export const withPerson = { user: { select: { name: true, email: true } } } as const

/** A member of the actor's organization. Throws `not-found`. */
export async function findMember(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  userId: string,
): Promise<Member> {
  const of = { organizationId: actor.organization.id, userId }
  const row = await db.membership.findUnique({
    where: { organizationId_userId: of },
    include: withPerson,
  })
  if (!row || !isRole(row.role)) throw notFound('member', userId)
  return { ...row, role: row.role }
}

/** The member of the actor's organization with this address, ignoring case. */
export async function memberWithEmail(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  email: string,
): Promise<Member | undefined> {
  const row = await db.membership.findFirst({
    where: { organizationId: actor.organization.id, user: { email: email.toLowerCase() } },
    include: withPerson,
  })
  return row ? asMember(row) : undefined
}

/** Only valid roles are ever stored. */
export function asMember<Row extends { readonly role: string }>(row: Row): Row & { role: Role } {
  const { role } = row
  if (isRole(role)) return { ...row, role }
  throw new Error('A membership has a role that there is not.')
}

/** Throws `conflict` if the member is the only owner. */
export async function requireAnotherOwner(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  member: Member,
): Promise<void> {
  if (member.role !== 'owner') return
  const where = { organizationId: actor.organization.id, role: 'owner' }
  if ((await db.membership.count({ where })) > 1) return
  throw new Problem('conflict', {
    detail: `${member.user.email} is the only owner. Make another member an owner first.`,
  })
}

/** A member in the audit log. */
export function recordOf({ userId, user, role }: Member) {
  return { userId, email: user.email, role }
}
