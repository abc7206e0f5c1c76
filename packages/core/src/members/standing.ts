import { Problem } from '@sluice/runtime'
import { isRole, type Role, rolesManagedBy } from '../actor.ts'
import type { Context } from '../context.ts'

/**
 * The role with which the actor manages members, as it is now: that of the session may be older. The command line has
 * an owner's rights, and keys have none: a key's holder must not be able to bring in people.
 */
export async function standingOf({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<Role> {
  if (actor.type === 'system') return 'owner'
  const of = { organizationId: actor.organization.id, userId: actor.id }
  const row =
    actor.type === 'user' &&
    (await db.membership.findUnique({ where: { organizationId_userId: of } }))
  if (row && isRole(row.role)) return row.role
  throw new Problem('scope-missing', {
    detail: 'Only members can manage members, in the console.',
  })
}

export function manages(standing: Role, role: Role): boolean {
  const managed: readonly Role[] = rolesManagedBy[standing]
  return managed.includes(role)
}

/** Throws `scope-missing` unless this role may grant another role, or change the membership of somebody who has it. */
export function requireManages(standing: Role, role: Role): void {
  if (manages(standing, role)) return
  const detail =
    standing === 'viewer'
      ? 'Viewers can see members, but not change them.'
      : 'Only owners can add, change or remove owners.'
  throw new Problem('scope-missing', { detail })
}
